"""What models that write in further languages call the user."""

_NOUNS = """
usuario, usuaria, el usuario, la usuaria, cliente, el cliente, la cliente, usuário, usuária, o usuário, a usuária,
o cliente, utilisateur, utilisatrice, l'utilisateur, l’utilisateur, l'utilisatrice, le client, la cliente, utente,
l'utente, l’utente, il cliente, benutzer, benutzerin, der benutzer, die benutzerin, nutzer, nutzerin, der nutzer,
die nutzerin, kunde, kundin, der kunde, die kundin, gebruiker, de gebruiker, klant, de klant, användaren, użytkownik,
пользователь, клиент, ユーザー, 利用者, 顧客, 사용자, 고객, kullanıcı
"""

USERS = frozenset(noun.strip() for noun in _NOUNS.split(","))
