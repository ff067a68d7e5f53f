"""Name the remedy where something stands between a program and a server: a proxy, own certificates."""

from __future__ import annotations

import re
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

_UNTRUSTED = "CERTIFICATE_VERIFY_FAILED"


def remedy_between(url: str, reason: str) -> str:
    """Return what to do about what stands between here and a server; an empty text where nothing is seen.

    Args:
        url: the server's address.
        reason: why it cannot be reached.
    """
    if _UNTRUSTED in reason:
        return " Who signed its certificate is not known here: name your company's certificates by SSL_CERT_FILE."
    split = urlsplit(url)
    proxies, host = getproxies(), split.hostname or ""
    proxy = proxies.get(split.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(host):
        return ""
    named = re.sub(r"//[^/]*@", "//", proxy)
    return f" The request went through the proxy {named}: NO_PROXY={host} avoids it."
