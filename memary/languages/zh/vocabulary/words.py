"""The word lists of Chinese: what is too common to search by, and what tells a name from another word."""

from __future__ import annotations

from memary.languages.pack.base import words

CHINESE_STOP_WORDS = words(
    """
    的 了 着 过 吗 呢 吧 啊 呀 嘛 哦 哈 嗯 是 在 有 和 与 或 及 而 但 也 都 就 才 又 再 很 太 更 最 还 个 只 把 被
    让 给 对 向 从 到 于 以 为 因 所 之 其 此 这 那 哪 谁 我 你 您 他 她 它 们 地 得 么 什 几 年 月 日 号
    去 来 说 会 要 想 能 做 里 上 下 中 一 两 用 跟 没有 我们 你们
    他们 她们 它们 咱们 自己 这个 那个 这些 那些 这样 那样 这里 那里 这儿 那儿 什么 怎么 怎样 为什么 如何 哪里 哪儿
    哪个 哪些 多少 几个 是否 是不是 有没有 一个 一些 一下 一样 因为 所以 但是 不过 而且 然后 如果 虽然 可以 就是
    还是 或者 以及 已经 正在 非常 真的 的话
    """
)
"""Chinese words too common to find anything."""

PARTICLES = frozenset("的了着吗呢吧啊呀嘛哦们么")
"""A pair with one of these is no word."""

UNITS = "年月日号点时分岁元块个间次"
"""What follows a number that is written in digits, and is no part of the word behind it."""

CHINESE_ASKING = frozenset("哪几多谁什怎")
"""With what a word begins that asks."""

LINKING = CHINESE_STOP_WORDS | frozenset("叫有养吃喝买看开")
"""What is often cut as one word with a short noun before it: 鸟叫."""

LIGHT = words(
    """
    谁 什么 啥 哪 哪里 哪儿 哪些 哪个 哪家 哪位 哪款 怎么 几 多少 我 我们 你 你们 的 了 吗 呢 是 在 过 会 把 被
    给 跟 和 要 平时 一般 现在 目前 最近
    """
)
"""What may stand within a phrase and tells nothing of it: 听谁的歌 has 听歌."""

CHINESE_FAMILY_NAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔"
    "谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤温康施文牛樊葛邢"
    "安齐伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳"
    "管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党费卜冷晏席卫米柏宗瞿桂全佟应臧闵"
    "苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
)
"""Family names of one character."""

CHINESE_DOUBLE_FAMILY_NAMES = words(
    """
    欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 端木 宇文 长孙 南宫
    """
)
"""Family names of two characters."""

FOREIGN_NAME_CHARACTERS = frozenset(
    "阿埃艾爱安奥澳巴白贝本比彼宾波伯博布查达戴丹德邓迪蒂丁东杜多厄恩尔法菲费芬弗福盖冈戈格古瓜哈海汉豪赫亨胡华怀"
    "霍基吉加贾杰金卡凯坎康柯科克肯孔库夸拉莱赖兰朗劳勒雷黎里莉丽利莲林琳隆卢鲁露伦罗洛马玛迈麦曼梅门蒙米密莫姆穆"
    "娜纳南内尼妮宁诺努欧帕派潘佩彭皮珀普奇契恰乔切琼丘热日荣茹瑞若萨塞赛桑瑟森莎山舍什史士舒斯丝苏索塔泰坦汤唐陶"
    "特腾提图托瓦万旺威韦维温文翁沃乌武西希锡夏香肖谢辛休许雪亚延扬耶叶伊以易因英尤约扎詹珍芝朱兹佐珊黛薇娅琪蕾妲"
    "顿逊弥娃嘉勃拿夫姬艺茜艳卓甫楚"
)
"""The characters that foreign names are written in."""

CHINESE_ORGANIZATIONS = words(
    """
    微软 谷歌 苹果公司 特斯拉 阿里巴巴 阿里 腾讯 华为 百度 京东 字节跳动 美团 滴滴 网易 迪士尼 星巴克 麦当劳 肯德基
    宜家 索尼 三星 丰田 英伟达 拼多多 比亚迪 宁德时代 大疆 蔚来 海底捞 瑞幸 西门子 博世 巴斯夫 富士康 德勤 普华永道
    默克 拜耳 辉瑞 诺华 雀巢 欧莱雅 联合利华 高盛 麦肯锡 埃森哲 甲骨文 英特尔 高通 安永 毕马威 空客 波音
    诺基亚 飞利浦 摩托罗拉 东芝 三菱 奥迪 奇瑞 海信 长虹 万科 万达 搜狐 新浪 雅虎 清华 复旦 新东方 朗讯 伊利
    国家电网 南方电网 中石油 中石化 中国建筑
    """
)
"""Organizations that the tagger misses or mistakes."""

CHINESE_PLACES = words(
    """
    柏林 西雅图 伦敦 巴黎 纽约 东京 大阪 京都 首尔 悉尼 墨尔本 温哥华 多伦多 慕尼黑 汉堡 罗马 米兰 马德里 巴塞罗那
    里斯本 维也纳 布拉格 莫斯科 新加坡 曼谷 迪拜 洛杉矶 旧金山 波士顿 芝加哥 夏威夷 巴厘岛 清迈 普吉岛 冰岛
    法兰克福 斯图加特 苏黎世 日内瓦 格拉茨 赫尔辛基 曼彻斯特 休斯顿 迈阿密 开罗 约翰内斯堡 伊斯坦布尔 新德里 龙华
    南通 义乌 本溪 金华 龙泉 大马士革 圣马力诺
    """
)
"""Places that the tagger takes for people."""

CHINESE_PRODUCTS = words(
    """
    微信 抖音 微博 小红书 支付宝 淘宝 知乎 豆瓣
    """
)
"""Products that the tagger misses."""

CHINESE_ORGANIZATION_ENDS = words(
    """
    大学 学院 医院 公司 集团 银行 中学 小学 高中 初中 幼儿园 研究所 研究院 设计院 出版社 协会 学会 基金会 博物馆
    图书馆 美术馆 事务所 工作室 俱乐部 法院 派出所 时报 日报 电视台 学校
    """
)
"""How names of organizations end."""

CHINESE_PLACE_ENDS = words(
    """
    市 区 县 省 镇 乡 村 路 街 巷 岛 山 河 湖 江 港 站 机场 公园 广场 大桥 古镇 寺 州
    """
)
"""How names of places end."""

CHINESE_PROFESSIONS = words("老师 医生 教授 经理 主任 大夫 律师 警官")
"""Of those in an address, the titles that say what somebody does."""

CHINESE_TITLES = CHINESE_PROFESSIONS | words("先生 女士 师傅 阿姨 叔叔 总 同学 哥 姐 工 爷爷 奶奶 婶 伯")
"""What follows a family name in an address."""

CHINESE_PEOPLE = words(
    """
    儿子 女儿 孩子 宝宝 老公 老婆 丈夫 妻子 先生 太太 男友 女友 男朋友 女朋友 朋友 闺蜜 同事 同学 室友 老板 邻居
    哥哥 姐姐 弟弟 妹妹 爸爸 妈妈 爷爷 奶奶 外公 外婆 侄子 侄女 外甥
    """
)
"""Words for the people around someone."""

CHINESE_PETS = words(
    """
    乌龟 仓鼠 兔子 犬 狗 猫 鹦鹉
    """
)
"""Animals that are given names."""

LATIN_WORDS_IN_CHINESE = words(
    """
    ok app bug email lol vs pm am id ps pdf url html json http https www com cn hi hello bye yes no not nice good
    sorry thanks please cool love happy ppt excel word pk tv vip gps usb wifi ai ui hr emo kpi ddl diy offer gap
    today tomorrow yesterday tonight now later meeting deadline weekend
    """
)
"""Latin words of everyday Chinese that name nothing."""
