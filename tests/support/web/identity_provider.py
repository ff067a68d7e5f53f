"""An identity provider on a loopback port: it lets everybody in at once, as the account that the test names.

with IdentityProvider(email="ada@example.com") as provider:
    ...  # what speaks OpenID Connect with provider.url gets a token of that account
"""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "memary"


class IdentityProvider:
    """Issues tokens with these claims; `claims` may be changed between two logins."""

    def __init__(self, **claims: Any) -> None:
        self.claims = claims
        self._key = RSAKey.generate_key(2048, auto_kid=True)
        self._nonces: dict[str, str] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.get(self)

            def do_POST(self) -> None:
                provider.post(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def get(self, request: BaseHTTPRequestHandler) -> None:
        """Answer what a browser, or the client, looks up."""
        asked = urlsplit(request.path)
        if asked.path == "/authorize":
            query = {name: values[0] for name, values in parse_qs(asked.query).items()}
            code = f"code-{len(self._nonces)}"
            self._nonces[code] = query["nonce"]
            request.send_response(302)
            back = urlencode({"code": code, "state": query["state"]})
            request.send_header("Location", f"{query['redirect_uri']}?{back}")
            request.end_headers()
        elif asked.path == "/jwks":
            _answer(request, {"keys": [self._key.as_dict(private=False)]})
        else:
            places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
            _answer(
                request,
                {"issuer": self.url, "id_token_signing_alg_values_supported": ["RS256"]}
                | {name: f"{self.url}/{path}" for name, path in places.items()},
            )

    def post(self, request: BaseHTTPRequestHandler) -> None:
        """Give a token for a code."""
        form = parse_qs(request.rfile.read(int(request.headers["Content-Length"])).decode())
        now = int(time.time())
        claims = {
            "iss": self.url,
            "sub": "1",
            "aud": CLIENT,
            "iat": now,
            "exp": now + 600,
            "nonce": self._nonces[form["code"][0]],
            **self.claims,
        }
        token = jwt.encode({"alg": "RS256", "kid": self._key.kid}, claims, self._key)
        _answer(request, {"access_token": "a", "token_type": "Bearer", "expires_in": 600, "id_token": token})


def _answer(request: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    content = json.dumps(body).encode()
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(content)))
    request.end_headers()
    request.wfile.write(content)
