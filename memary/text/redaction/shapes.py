"""Find private things by their shape, in any language: keys of services, cards, addresses.

The shapes are those that the services document, or that their keys have had for years.
"""

from __future__ import annotations

import ipaddress
import re

from memary.languages.check_digits import is_card, is_iban, varies
from memary.languages.pack.privacy import Privacy, PrivateKind

_START = r"(?<![A-Za-z0-9_-])"
_END = r"(?![A-Za-z0-9_-])"
_RANDOM = re.compile(r"(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{12,}")
"""Letters and figures in one, as no name has them."""


def _key(kind: str, shape: str, *needs: str) -> PrivateKind:
    """Return a key that nothing else looks like: it stands alone, and letters of either case differ."""
    return PrivateKind(kind=kind, pattern=f"{_START}(?:{shape}){_END}", needs=needs, check=varies, cased=True)


SERVICE_KEYS = (
    _key("openai-key", r"sk-(?!ant-|or-)[A-Za-z0-9_-]{20,200}", "sk-"),
    _key("anthropic-key", r"sk-ant-[A-Za-z0-9_-]{20,200}", "sk-ant"),
    _key("openrouter-key", r"sk-or-(?:v1-)?[A-Za-z0-9]{32,80}", "sk-or"),
    _key("google-key", r"AIza[0-9A-Za-z_-]{35}", "aiza"),
    _key("google-client-secret", r"GOCSPX-[0-9A-Za-z_-]{20,40}", "gocspx"),
    _key("google-token", r"ya29\.[0-9A-Za-z_-]{20,300}", "ya29"),
    _key("aws-access-key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}", "akia", "asia", "abia", "acca"),
    _key("azure-storage-key", r"[A-Za-z0-9+/]{86}==", "=="),
    _key("alibaba-access-key", r"LTAI[A-Za-z0-9]{12,20}", "ltai"),
    _key("tencent-secret-id", r"AKID[A-Za-z0-9]{30,40}", "akid"),
    _key("github-token", r"gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}", "gh", "github_pat"),
    _key("gitlab-token", r"gl(?:pat|ptt|dt|rt|oas|cbt|ft|imt|agent|soat)-[A-Za-z0-9_-]{20,60}", "gl"),
    _key("bitbucket-token", r"ATBB[A-Za-z0-9]{28,40}", "atbb"),
    _key("atlassian-token", r"AT(?:ATT|CTT)3[A-Za-z0-9_=-]{40,400}", "atatt", "atctt"),
    _key("slack-token", r"xox[abeoprs]-[A-Za-z0-9-]{10,200}|xapp-\d-[A-Za-z0-9-]{10,200}", "xox", "xapp"),
    _key("discord-token", r"[MNO][A-Za-z\d]{23,25}\.[\w-]{6}\.[\w-]{27,40}", "."),
    _key("telegram-token", r"\d{8,10}:A[A-Za-z0-9_-]{34}", ":a"),
    _key("stripe-key", r"(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,120}", "k_live", "k_test", "whsec"),
    _key("square-token", r"sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[A-Za-z0-9_-]{60}", "sq0", "eaaa"),
    _key("paypal-token", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}", "access_token$"),
    _key("shopify-token", r"shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32}", "shp"),
    _key("twilio-key", r"SK[0-9a-f]{32}", "sk"),
    _key("sendgrid-key", r"SG\.[\w-]{16,32}\.[\w-]{32,64}", "sg."),
    _key("mailgun-key", r"(?:key|pubkey)-[0-9a-f]{32}", "key-"),
    _key("mailchimp-key", r"[0-9a-f]{32}-us\d{1,2}", "-us"),
    _key("npm-token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _key("pypi-token", r"pypi-[A-Za-z0-9_-]{50,300}", "pypi-"),
    _key("rubygems-key", r"rubygems_[0-9a-f]{48}", "rubygems_"),
    _key("docker-token", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}", "dckr_"),
    _key("huggingface-token", r"(?:hf|api_org)_[A-Za-z0-9]{30,60}", "hf_", "api_org"),
    _key("replicate-token", r"r8_[A-Za-z0-9]{30,50}", "r8_"),
    _key("groq-key", r"gsk_[A-Za-z0-9]{40,60}", "gsk_"),
    _key("perplexity-key", r"pplx-[A-Za-z0-9]{32,64}", "pplx"),
    _key("xai-key", r"xai-[A-Za-z0-9]{40,100}", "xai-"),
    _key("digitalocean-token", r"do[opr]_v1_[0-9a-f]{64}", "_v1_"),
    _key("heroku-key", r"HRKU-[A-Za-z0-9_-]{36,80}", "hrku"),
    _key("netlify-token", r"nfp_[A-Za-z0-9]{36,50}", "nfp_"),
    _key("supabase-token", r"sb(?:p|_secret)_[A-Za-z0-9_]{20,60}", "sbp_", "sb_secret"),
    _key("planetscale-token", r"pscale_(?:tkn|pw|oauth)_[\w-]{32,64}", "pscale"),
    _key("databricks-token", r"dapi[0-9a-f]{32}(?:-\d)?", "dapi"),
    _key("grafana-token", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,200}", "glsa", "glc_"),
    _key("new-relic-key", r"NRAK-[A-Z0-9]{27}", "nrak"),
    _key("sentry-token", r"sntry[su]_[A-Za-z0-9_=+/-]{40,300}", "sntry"),
    _key("datadog-key", r"dd(?:api|app)key_[A-Za-z0-9]{30,60}", "key_"),
    _key("linear-key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}", "lin_"),
    _key("notion-token", r"(?:ntn|secret)_[A-Za-z0-9]{40,50}", "ntn_", "secret_"),
    _key("airtable-token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", "pat"),
    _key("figma-token", r"figd_[\w-]{36,50}", "figd_"),
    _key("postman-key", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", "pmak"),
    _key("doppler-token", r"dp\.(?:pt|st|ct|sa|scim)\.[A-Za-z0-9.]{30,80}", "dp."),
    _key("vault-token", r"hv[sbr]\.[\w-]{24,200}", "hvs", "hvb", "hvr"),
    _key("terraform-token", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}", "atlasv1"),
    _key("pulumi-token", r"pul-[0-9a-f]{40}", "pul-"),
    _key("age-key", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}", "age-secret"),
    _key("memary-key", r"mk_[A-Za-z0-9_-]{32,80}", "mk_"),
    _key("json-web-token", r"eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}", "eyj"),
    _key("bitcoin-key", r"[5KL][1-9A-HJ-NP-Za-km-z]{50,51}", "5", "k", "l"),
)

_SHAPES = (
    PrivateKind(
        kind="private-key",
        pattern=r"-----BEGIN (?P<what>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----[\s\S]{0,20000}?"
        r"(?:-----END (?P=what)-----|\Z)",
        needs=("-----begin",),
    ),
    PrivateKind(
        kind="webhook",
        pattern=r"https://(?:hooks\.slack\.com/(?:services|workflows)/[\w/+-]{20,120}"
        r"|(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{30,100}"
        r"|[\w.-]+\.webhook\.office\.com/[\w@/-]{40,300}"
        r"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[\w-]{20,60}"
        r"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{20,60})",
        needs=("https://",),
    ),
    PrivateKind(
        kind="password-in-address",
        pattern=r"\b[a-z][a-z0-9+.-]{1,20}://[^/\s:@\"'<>]{0,80}:(?P<value>(?!\[redacted)[^/\s@\"'<>]{3,120})@",
        needs=("://",),
    ),
    PrivateKind(
        kind="key-in-address",
        pattern=r"[?&][a-z_-]{0,20}(?:key|token|secret|password|passwd|pwd|signature|sig|auth|code)="
        r"(?P<value>(?!\[redacted|[{$%<*])[^&\s\"'<>#]{8,500})",
        needs=("=",),
    ),
    PrivateKind(
        kind="authorization",
        pattern=r"\b(?:authorization\s*:\s*)?(?:bearer|basic)\s+(?P<value>(?!\[redacted)[A-Za-z0-9+/_.~-]{16,2000}={0,2})",
        needs=("bearer", "basic"),
        check=lambda value: any(char.isdecimal() for char in value),
    ),
    PrivateKind(
        kind="aws-secret-key",
        pattern=r"\baws.{0,30}?[\"'\s=:]{1,5}(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        needs=("aws",),
        check=varies,
    ),
    PrivateKind(
        kind="key",
        pattern=r"(?<![\w$.-])[A-Z][A-Z0-9_]{0,60}_KEY[\"']?\s{0,3}[=:]\s{0,3}[\"'`]?"
        r"(?P<value>(?!\[redacted)[A-Za-z0-9_./+-]{16,500}={0,2})",
        needs=("_key",),
        check=lambda value: _RANDOM.search(value) is not None and varies(value),
        cased=True,
    ),
    PrivateKind(
        kind="password-in-connection-string",
        pattern=r"(?<![\w-])(?:password|pwd|accountkey|sharedaccesskey|sharedsecret)=(?P<value>(?!\[redacted)[^;\s\"']{4,200})(?=;|$|\s|[\"'])",
        needs=("=",),
        check=lambda value: not re.match(r"[${%<*]|(?:os|process|settings|self)\.", value),
    ),
    PrivateKind(
        kind="ethereum-key",
        pattern=r"(?:private|priv|wallet|eth)[\w ]{0,20}[\"'\s=:]{1,8}(?P<value>(?:0x)?[0-9a-f]{64})(?![0-9a-f])",
        needs=("priv", "wallet", "eth"),
        check=varies,
    ),
    PrivateKind(
        kind="command-line-password",
        pattern=r"\B--?(?:password|passwd|pass|token|api-key|secret)[= ]"
        r"(?P<value>(?!\[redacted|[$<{*-])[^\s\"']{6,120})",
        needs=("-pass", "-token", "-api", "-secret"),
        check=lambda value: any(char.isdecimal() for char in value),
    ),
)


def is_public_address(text: str) -> bool:
    """Return whether it is an address on the internet rather than one of a house or an example."""
    try:
        return ipaddress.ip_address(text).is_global
    except ValueError:
        return False


_PERSONAL = (
    PrivateKind(
        kind="email",
        pattern=r"(?<![\w.+-])[A-Za-z0-9](?:[\w.+-]{0,62}\w)?@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![\w-])",
        needs=("@",),
    ),
    PrivateKind(
        kind="bank-account",
        pattern=r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b",
        check=is_iban,
        cased=True,
    ),
    PrivateKind(
        kind="phone",
        pattern=r"(?<![\w+.-])(?:\+|00)[1-9]\d{0,2}[ .-]?(?:\(\d{1,5}\)[ .-]?)?\d(?:[ ./-]?\d){6,13}(?![\w-])",
        needs=("+", "00"),
    ),
    PrivateKind(kind="bank-card", pattern=r"(?<![\w.+-])[2-6]\d{3}(?:[ -]?\d{2,6}){2,4}(?![\w-])", check=is_card),
    PrivateKind(kind="ip-address", pattern=r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)", check=is_public_address),
    PrivateKind(
        kind="ip-address",
        pattern=r"(?<![\w:.])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])",
        needs=(":",),
        check=is_public_address,
    ),
    PrivateKind(
        kind="hardware-address",
        pattern=r"(?<![\w:-])(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])",
        check=varies,
    ),
)

SHAPES = Privacy(secrets=(*_SHAPES, *SERVICE_KEYS), personal=_PERSONAL)
