"""Find names in English: where a text has some, their forms, people, places and roles."""
