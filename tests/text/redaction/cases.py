"""Private things of many kinds in a sentence each, and ordinary talk that looks a little like them.

The keys are made up here from an alphabet and a length, so that no file holds anything that looks like a real one.
"""

from __future__ import annotations

from itertools import cycle, islice
from typing import NamedTuple

LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hJ"
HEX = "3f7a0c9e5b1d8246"
UPPER = "A3B7C5D2E6F4G2H7"


class Case(NamedTuple):
    """A private thing, the sentence it stands in, and the kind it is taken for."""

    kind: str
    value: str
    sentence: str = "Use {} for the deployment."


def _made(count: int, alphabet: str = LETTERS) -> str:
    return "".join(islice(cycle(alphabet), count))


SECRETS = (
    Case("openai-key", "sk-proj-" + _made(48)),
    Case("openai-key", "sk-" + _made(48), "我的 key 是 {},别告诉别人。"),
    Case("anthropic-key", "sk-ant-" + _made(60)),
    Case("openrouter-key", "sk-or-v1-" + _made(64, HEX)),
    Case("google-key", "AIza" + _made(35)),
    Case("google-client-secret", "GOCSPX-" + _made(28)),
    Case("google-token", "ya29." + _made(60)),
    Case("aws-access-key", "AKIA" + _made(16, UPPER)),
    Case("aws-secret-key", _made(40), "aws_secret_access_key = {}"),
    Case("azure-storage-key", _made(86) + "=="),
    Case("alibaba-access-key", "LTAI" + _made(20), "阿里云的 AccessKey 是{}。"),
    Case("tencent-secret-id", "AKID" + _made(32)),
    Case("github-token", "ghp_" + _made(36)),
    Case("github-token", "github_pat_" + _made(60)),
    Case("gitlab-token", "glpat-" + _made(20)),
    Case("bitbucket-token", "ATBB" + _made(32)),
    Case("atlassian-token", "ATATT3" + _made(60)),
    Case("slack-token", "xoxb-" + _made(40)),
    Case("discord-token", "M" + _made(24) + "." + _made(6) + "." + _made(30)),
    Case("telegram-token", "123456789:A" + _made(34)),
    Case("stripe-key", "sk_live_" + _made(24)),
    Case("square-token", "sq0atp-" + _made(22)),
    Case("paypal-token", "access_token$production$" + _made(16, HEX) + "$" + _made(32, HEX)),
    Case("shopify-token", "shpat_" + _made(32, HEX)),
    Case("twilio-key", "SK" + _made(32, HEX)),
    Case("sendgrid-key", "SG." + _made(22) + "." + _made(43)),
    Case("mailgun-key", "key-" + _made(32, HEX)),
    Case("mailchimp-key", _made(32, HEX) + "-us12"),
    Case("npm-token", "npm_" + _made(36)),
    Case("pypi-token", "pypi-" + _made(80)),
    Case("rubygems-key", "rubygems_" + _made(48, HEX)),
    Case("docker-token", "dckr_pat_" + _made(27)),
    Case("huggingface-token", "hf_" + _made(34)),
    Case("replicate-token", "r8_" + _made(37)),
    Case("groq-key", "gsk_" + _made(52)),
    Case("perplexity-key", "pplx-" + _made(48)),
    Case("xai-key", "xai-" + _made(80)),
    Case("digitalocean-token", "dop_v1_" + _made(64, HEX)),
    Case("netlify-token", "nfp_" + _made(40)),
    Case("supabase-token", "sbp_" + _made(40, HEX)),
    Case("planetscale-token", "pscale_tkn_" + _made(43)),
    Case("databricks-token", "dapi" + _made(32, HEX)),
    Case("grafana-token", "glsa_" + _made(32) + "_" + _made(8, HEX)),
    Case("new-relic-key", "NRAK-" + _made(27, UPPER)),
    Case("sentry-token", "sntrys_" + _made(60)),
    Case("linear-key", "lin_api_" + _made(40)),
    Case("notion-token", "ntn_" + _made(46)),
    Case("airtable-token", "pat" + _made(14) + "." + _made(64, HEX)),
    Case("figma-token", "figd_" + _made(40)),
    Case("postman-key", "PMAK-" + _made(24, HEX) + "-" + _made(34, HEX)),
    Case("doppler-token", "dp.pt." + _made(43)),
    Case("vault-token", "hvs." + _made(90)),
    Case("terraform-token", _made(14) + ".atlasv1." + _made(67)),
    Case("pulumi-token", "pul-" + _made(40, HEX)),
    Case("age-key", "AGE-SECRET-KEY-1" + _made(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
    Case("json-web-token", "eyJ" + _made(30) + ".eyJ" + _made(50) + "." + _made(43)),
    Case("bitcoin-key", "5" + _made(50, "KwDiBf89QgGbjEhK").replace("0", "2")),
    Case("ethereum-key", "0x" + _made(64, HEX), "wallet private key: {}"),
    Case("private-key", "-----BEGIN RSA PRIVATE KEY-----\n" + _made(64) + "\n-----END RSA PRIVATE KEY-----"),
    Case("private-key", "-----BEGIN OPENSSH PRIVATE KEY-----\n" + _made(90), "cut off: {}"),
    Case(
        "webhook", "https://hooks.slack.com/services/T" + _made(8, UPPER) + "/B" + _made(8, UPPER) + "/" + _made(24)
    ),
    Case("webhook", "https://open.feishu.cn/open-apis/bot/v2/hook/" + _made(36, HEX), "飞书机器人:{}"),
    Case("password-in-address", "s3cr3tPw", "postgres://ada:{}@db.example.org:5432/app"),
    Case("key-in-address", _made(32), "see https://api.example.org/v1/places?q=berlin&api_key={}"),
    Case("authorization", _made(40), "curl -H 'Authorization: Bearer {}' https://api.example.org"),
    Case("password-in-connection-string", "Tr0ub4dor&3", "Server=db;Database=app;User Id=sa;Password={};"),
    Case("password-in-connection-string", "Tr0ub4dor&3", "数据库密码password={};"),
    Case("command-line-password", "tr0ub4dor3", "mysql --user root --password={} app"),
    Case("password", "hunter2", "my password is {}, keep it safe"),
    Case("password", "Tr0ub4dor&3", "The wifi password: {}"),
    Case("password", "correct-horse-battery", 'DB_PASSWORD="{}"'),
    Case("password", "zq81Kx77", "export API_KEY={}"),
    Case("password", "swordfish9", "my new passphrase has been changed to {}."),
    Case("password", "hunter2", "我的邮箱密码是{},别忘了"),
    Case("password", "Zq81Kx77", "登录口令:{}"),
    Case("pin", "4711", "My bank PIN is {}."),
    Case("pin", "123", "the CVV is {}"),
    Case("pin", "246810", "取款密码:{}"),
    Case("one-time-code", "481516", "Your verification code is {}."),
    Case("one-time-code", "7K2M-9QX4", "backup code: {}"),
    Case("one-time-code", "481516", "【银行】验证码{},请勿泄露。"),
    Case(
        "seed-phrase",
        "abandon ability able about above absent absorb abstract absurd abuse access accident",
        "My seed phrase is {}",
    ),
    Case(
        "seed-phrase",
        "abandon ability able about above absent absorb abstract absurd abuse access accident",
        "助记词:{}",
    ),
)

PERSONAL = (
    Case("email", "ada.novak+work@example.org", "Write to {} about it."),
    Case("email", "linxia@example.cn", "我的邮箱是{}。"),
    Case("phone", "+49 151 23456789", "You reach me at {} after six."),
    Case("phone", "(415) 555-2671", "Call the office, {}."),
    Case("phone", "0151 2345678", "my mobile number is {}"),
    Case("phone", "13912345678", "我的手机号是{}。"),
    Case("phone", "138-1234-5678", "妈妈的号码{}记一下"),
    Case("phone", "010-62345678", "办公室电话{}"),
    Case("bank-card", "4111 1111 1111 1111", "The card is {}, valid until May."),
    Case("bank-card", "6222 0212 3456 7894", "工资卡 {} 是工行的"),
    Case("bank-card", "6222021234567894123", "我的银行卡号是{}"),
    Case("bank-account", "DE89 3704 0044 0532 0130 00", "Send the rent to {}."),
    Case("account-number", "12345678", "my bank account number is {}"),
    Case("us-social-security-number", "219-09-9999", "His number is {}."),
    Case("us-taxpayer-number", "912-71-1234", "The form says {}."),
    Case("us-routing-number", "021000021", "routing number: {}"),
    Case("uk-insurance-number", "AB 12 34 56 C", "NI is {}"),
    Case("uk-health-number", "943 476 5919", "NHS number {}"),
    Case("uk-sort-code", "12-34-56", "sort code {}"),
    Case("canadian-insurance-number", "046 454 286", "SIN: {}"),
    Case("indian-identity-number", "2341 2341 2346", "The card says {}."),
    Case("indian-tax-number", "ABCPE1234F", "PAN {}"),
    Case("passport-number", "C01X00T47", "passport number {}"),
    Case("driving-licence-number", "MORGA753116SM9IJ", "driving licence number: {}"),
    Case("insurance-policy-number", "AB-1234567", "my policy number is {}"),
    Case("ip-address", "8.8.4.4", "The router answers at {}."),
    Case("ip-address", "2a00:1450:4001:81b::200e", "over six it is {}"),
    Case("hardware-address", "3c:22:fb:9a:10:7e", "The printer is {}."),
    Case("chinese-identity-number", "11010519491231002X", "身份证号{}"),
    Case("chinese-identity-number", "110105491231002", "老身份证号是{}"),
    Case("passport-number", "E12345678", "护照号码:{}"),
    Case("travel-permit-number", "H12345678", "回乡证{}"),
    Case("hong-kong-identity-number", "A123456(3)", "香港身份证 {}"),
    Case("taiwan-identity-number", "A123456789", "身分證 {}"),
    Case("number-plate", "京A12345", "我的车牌是{}。"),
    Case("number-plate", "沪AD12345", "新能源车 {}"),
    Case("firm-credit-code", "91350100M000100Y43", "公司代码 {}"),
    Case("messenger-account", "linxia_2020", "加我微信{}"),
    Case("messenger-account", "10001234", "我的QQ号是{}"),
    Case("social-security-number", "123456789012", "社保号:{}"),
    Case("driving-licence-number", "110105194912", "驾驶证号{}"),
)

ORDINARY = (
    "My password is the same as always, and I keep forgetting it.",
    "The secret is to let the dough rest for 24 hours.",
    "I changed my password yesterday. What makes a good password?",
    "The token is valid for an hour; then the client asks for a new one.",
    "The key is under the mat, and the code of conduct is on page 12.",
    "password: str | None = Field(default=None)",
    "token = os.environ['GITHUB_TOKEN']",
    "api_key=settings.api_key, timeout=30",
    "export OPENAI_API_KEY=$OPENAI_API_KEY",
    "Set NEO4J_PASSWORD=<your password> first.",
    "I was born on 12 May 1987 and moved in 2009-2012, 2014 and 2016.",
    "We ran 10 km in 52:30, then 1,234,567 steps in 3 months.",
    "ISBN 978-3-16-148410-0 costs 29.99 at the shop.",
    "Commit 3f7a0c9e5b1d82463f7a0c9e5b1d82463f7a0c9e broke the build of version 1.2.3.",
    "The id is 0197a3b2-5c1e-7d3f-9a4b-1c2d3e4f5a6b, from 2026-11-24T13:38:07+00:00.",
    "Listen on 127.0.0.1:8765 and 192.168.0.7, not on 0.0.0.0.",
    "Flight LH 438 lands at 18:05, gate B42; order 4711 is on the way.",
    "My pin oak has 300 leaves and my account of the trip has 12 pages.",
    "Write `git remote add origin git@example:ada/notes` and push.",
    "He scored 555 points, 1234 more than Mia, in 9876 tries.",
    "我的密码忘了,怎么找回?密码是不是要八位以上?",
    "验证码一直收不到,等了十分钟。",
    "我1987年5月12日出生,身高172,体重60公斤。",
    "这台手机3999元,电话会议在下午3点。",
    "微信支付很方便,QQ音乐也不错。",
    "高铁G123次8点05分开,京东的快递20261124到。",
    "护照还没办好,银行卡在抽屉里。",
    "新USB3200接口和云A100显卡都到了。",
    "账号被锁了,客服让我等24小时。",
)
