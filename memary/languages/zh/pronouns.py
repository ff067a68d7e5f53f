"""The Chinese words that stand for somebody."""

from memary.languages.base import Pronouns, words

PRONOUNS = Pronouns(
    own=words("我 我的 我自己 本人 用户 自己"),
    others=words("他 她 它 他们 她们 它们 我们 咱们 你 您 你们 这 那 这个 那个 有人 大家"),
    me="我",
    mine="我的",
    possessive="的",
    asker="我(?!们)",
    we="[我咱俺]",
    she="她",
    he="他(?!们)",
    her_before=("(?:妈妈|母亲|姐姐?|妹妹?|妻子|老婆|女儿|阿姨|姑姑|奶奶|外婆|女友|女朋友)(?:叫|是)?$"),
    his_before="(?:爸爸|父亲|哥哥?|弟弟?|丈夫|老公|儿子|叔叔|舅舅|爷爷|外公|男友|男朋友)(?:叫|是)?$",
)
