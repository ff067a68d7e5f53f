"""Read what Chinese tells of a day to come: 我1月14号要去看牙医, 周四学校开家长会, 我们3月去罗马."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from memary.languages.pack.appointments import DAY, Appointment, Appointments, DayTold
from memary.languages.pattern import pattern
from memary.languages.zh.facts.forms import KIN

_C = rf"[^\s，。！？；：、,.!?;:（）()“”\"{DAY}]"
_EVENTS = (
    "(?:面试|马拉松|半马|全马|笔试|机试|复试|初试|终面|[一二三]面|考试|期末考|期中考|中考|高考|路考|驾考|体检|复查|复诊|门诊|手术|产检|家长会|会议|例会|周会|班会|董事会|评审会?|汇报会?|答辩|婚礼|聚会|聚餐|饭局|同学会|派对"
    "|演唱会|音乐会|比赛|演出|讲座|培训|约会|相亲|预约|航班|飞机|火车|高铁|动车|船票|开庭|庭审|葬礼|追悼会|典礼|年会|团建|展览|运动会|发布会|宣讲会|见面会|座谈会|研讨会|路演|彩排|试镜|搬家|牙医|家访|会诊|疫苗|截止|"
    "瑜伽课|钢琴课|[\u4e00-\u9fff]{1,3}课|[\u4e00-\u9fff]{0,4}会|电影票?|演出票|门票|晚宴|宴会|寿宴|生日会|订婚宴|满月酒|喜酒)"
)
_WHAT = rf"(?P<what>(?!开会){_C}{{0,10}}?{_EVENTS})"
_I = rf"(?:我们?(?:全家|一家(?:人)?|俩|几个)?|咱们?|我[和跟与]我?(?:{KIN}|{_C}{{1,3}}))"
_ON = rf"(?:在|于|是)?{DAY}[，,]?"
_WILL = "(?:还|也|就|又|得|要|会|需要|必须|请假|准备|打算|计划|约好了?|约了|已经约好|决定)*"
_END = r"(?=(?:了|呢|啦|哦|呀|啊|吧)?\s*(?:[，。！；：、,.!;:~…～（(]|$))"
_PLACE = r"(?P<what>(?![买卖看做吃喝找拿取接送见办打学听问试洗睡玩跑逛游散游爬领交修换帮给陪跟和与把被把上下参]|这|那|哪|什么|了|过|的)[\u4e00-\u9fff·A-Za-z]{2,8}?)"
_DEEDS = (
    f"(?:带(?:{KIN}|孩子|宝宝|娃|爸妈|父母|{_C}{{1,3}})去{_C}{{2,8}}?|看牙医?|看医生|看病|看中医|拔(?:智)?[齿牙]|补牙|洗牙|矫牙|体检|复查|复诊|打疫苗|接种疫苗|打针|做(?:一?[个台次])?(?:手术|检查|体检|核磁共振|核磁|CT|B超|胃镜|肠镜|产检|理疗|透析)|住院|出院|产检|面试|笔试|考试"
    f"|考(?:驾照|科目[一二三四]|雅思|托福|研究?生?|四级|六级|公务员|证)|开会|开家长会|开庭|答辩|结婚|领证|办婚礼|订婚|出差|旅游|旅行|度假|搬家|入学|开学|毕业|参加{_C}{{2,14}}?|见(?:{KIN}|客户|导师|律师|医生|网友|{_C}{{2,4}}?)"
    f"|(?:和|跟|与|陪)(?:我)?{_C}{{1,8}}?(?:吃饭|聚餐|吃[午晚早]饭|见面|看电影|喝咖啡|逛街|爬山|打球|开会|去{_C}{{2,8}}?|看{_C}{{2,6}}?|体检|复查|看病|约会)|接(?:{KIN}|孩子|机|{_C}{{2,4}}?)|送{_C}{{1,4}}?去{_C}{{2,8}}?"
    f"|交(?:论文|作业|报告|房租|税|稿|{_C}{{1,6}}?(?:论文|报告|稿|作业))|办(?:签证|护照|身份证|{_C}{{2,8}}?)|取{_C}{{1,8}}?|拿{_C}{{1,6}}?报告|签{_C}{{0,6}}?合同|看(?:房|房子|演唱会|{_C}{{1,6}}?(?:演出|演唱会|比赛|展览?))|爬山|露营|聚餐|相亲|跑马拉松|回老家|回家过年|回国)"
)
_GO = "(?:去|到|飞|飞往|回|前往)"
_VISIT = "(?:过来(?:看我们?|住几天|住|玩|吃饭|帮忙)?|来看(?:我们?|望我们?)|来(?:我们?(?:家|这儿|这里)|家里|做客|玩|找我们?|住几天|探望我们?)|来|回来|到我们?(?:家|这儿))"
_WORKER = rf"(?:(?:修|装|换|维修|安装|检修|通){_C}{{1,6}}?的?(?:师傅|人|工人)?|师傅|快递员?|水管工|电工|保洁阿?姨?|钟点工|搬家公司|房东|中介|安装师傅|维修师傅|物业)"


def _is_event(said: Mapping[str, str]) -> bool:
    what = said.get("what", "")
    return not _NO_EVENT.search(what)


_NO_EVENT = re.compile(
    "^[了过着]|机会|社会|(?<!集)体会|才会|误会|学会|一会|不会|就会|也会|都会|总会|每|不|没|别|如果|上次|以前|刚|过$|他|她|谁|什么|哪|怎么|多少|几|吗|呢|的话|的人|的时候|(?:上班|工作|入职|上学)$"
)


def _form(
    regex: str, what: str, statement: str, *, predicate: str = "有安排", is_the_one: bool = False
) -> Appointment:
    return Appointment(pattern(f"^{regex}{_END}"), predicate, what, statement, _is_event, is_the_one)


_FORMS = (
    _form(rf"(?:{_I})?{DAY}[，,]?(?:{_I})?(?:还|也|就|又|都|得|要|会)*(?P<has>有|约了|预约了|安排了|订了|要参加|参加)(?P<one>一?[个场次顿台节趟张]|[两三]个)?{_WHAT}", "{what}", "{self}{when}{has}{one}{what}。"),
    _form(rf"{_I}(?:还|也)?(?P<has>有|约了|预约了|安排了|订了)(?P<one>一?[个场次顿台节趟张])?{DAY}的?{_WHAT}", "{what}", "{self}有{when}的{what}。"),
    _form(rf"{_I}(?:还|也|已经)?(?:订|买)(?:好)?了{DAY}(?P<what>(?:去|到|飞|回){_C}{{2,8}}?的?(?:机票|车票|火车票|高铁票|船票))", "{what}", "{self}订了{when}{what}。"),
    _form(rf"(?:{_I}{DAY}[，,]?|{DAY}[，,]?{_I})(?:还|也|已经)?约(?:好)?了(?P<what>(?:{KIN}|{_C}{{1,4}})(?:一起)?(?:吃{_C}{{1,4}}|喝{_C}{{1,3}}|看{_C}{{1,6}}|打{_C}{{1,3}}|爬山|逛街|见面|聊天))", "约{what}", "{self}{when}约了{what}。"),
    _form(rf"(?:{_I})(?:还|也)?(?P<has>约了|预约了|预约|定了)(?:在)?{DAY}(?:去|要)?(?P<what>{_DEEDS}|{_C}{{0,8}}?{_EVENTS})", "{what}", "{self}约了{when}{what}。"),
    _form(rf"{_I}的?{_WHAT}(?:的(?:时间|日期|日子))?(?:就|已经|最终)?(?:定|安排|约|排|放|订)?(?:在|是|于|到)(?:了)?{DAY}", "{what}", "{self}的{what}在{when}。", is_the_one=True),
    _form(rf"{_WHAT}(?:的(?:时间|日期|日子))?(?:就|已经|最终)?(?:定|安排|约|排|放|订)?(?:在|是|于|到)(?:了)?{DAY}", "{what}", "{what}在{when}。"),
    _form(rf"(?:{_I})?{DAY}[，,]?(?P<where>学校|公司|单位|班里|班上|小区|部门|社区|幼儿园)(?:还|也|就|又|都|得|要|会)*(?:开|有|办|举办|举行|组织)(?:一?[个场次])?(?P<what>{_C}{{0,6}}?{_EVENTS})", "{where}{what}", "{self}{when}{where}有{what}。"),
    _form(rf"{_I}{DAY}[，,]?{_WILL}(?P<go>去)?(?P<what>{_DEEDS})", "{what}", "{self}{when}要{go}{what}。", predicate="计划"),
    _form(rf"{DAY}[，,]?(?:{_I}{_WILL}|(?:还|也)?(?:要|得|需要|准备|打算|计划)+)(?P<go>去)?(?P<what>{_DEEDS})", "{what}", "{self}{when}要{go}{what}。", predicate="计划"),
    _form(rf"(?:{_I}{DAY}[，,]?|{DAY}[，,]?{_I}){_WILL}(?P<go>{_GO}){_PLACE}(?P<why>玩|旅游|旅行|度假|出差|开会|过年|探亲|看看)?", "去{what}{why}", "{self}{when}要去{what}{why}。", predicate="计划"),
    _form(rf"(?:{_I}的?)?(?P<what>{KIN}|(?:老|大学|高中)?同学|老朋友|亲戚|爸妈|父母|公婆|岳父岳母|{_C}{{1,2}}(?:叔|姨|舅|姑|哥|姐|弟|妹))(?:们)?{DAY}[，,]?(?:要|会|就|也|准备|打算)*(?P<comes>{_VISIT})", "{what}来访", "{self}的{what}{when}要来。"),
    _form(rf"{DAY}[，,]?(?:{_I}的?)?(?P<what>{KIN}|(?:老|大学|高中)?同学|老朋友|亲戚|爸妈|父母|公婆)(?:们)?(?:要|会|就|也|准备|打算)*(?P<comes>{_VISIT})", "{what}来访", "{self}的{what}{when}要来。"),
    _form(rf"(?P<what>{_WORKER}){DAY}[，,]?(?:要|会|就|过)*(?:来|上门)(?:家里|我家)?(?:修|装|安装|维修|打扫|检查)?{_C}{{0,4}}?", "{what}上门", "{what}{when}要来{self}家。"),
    _form(rf"{DAY}[，,]?(?P<what>{_WORKER})(?:要|会|就|过)*(?:来|上门)(?:家里|我家)?(?:修|装|安装|维修|打扫|检查)?{_C}{{0,4}}?", "{what}上门", "{what}{when}要来{self}家。"),
    _form(rf"(?:{_I}的?)?(?P<what>{_C}{{2,10}}?)的?(?:截止(?:日期|时间)?|最后期限|到期(?:日|时间)?)(?:就)?(?:是|在|到|为)?{DAY}", "{what}截止", "{what}在{when}截止。", is_the_one=True),
    _form(rf"(?:{_I}的?)?(?P<what>{_C}{{2,10}}?){DAY}(?:就)?(?P<end>截止|到期)", "{what}{end}", "{what}在{when}{end}。", is_the_one=True),
)  # fmt: skip

_OLD = rf"(?:{_I}的?)?(?P<old>{_C}{{1,10}}?)(?:的(?:时间|日期|预约))?"


def _clock_of(start: datetime, end: datetime) -> str:
    """Return an hour, or a part of the day: 下午3点, 上午."""
    hour, minute = start.hour, start.minute
    if end - start > timedelta(hours=1):
        return "上午" if hour < 12 else "下午" if hour < 18 else "晚上"
    part = "凌晨" if hour < 6 else "上午" if hour < 12 else "中午" if hour == 12 else "下午" if hour < 18 else "晚上"
    told = f"{hour - 12 if hour > 12 else hour}点"
    return f"{part}{told}{'半' if minute == 30 else f'{minute}分' if minute else ''}"


def _written(day: DayTold) -> str:
    """Return a day: 2027年1月14日上午9点, 2027年3月3日至10日, 2027年3月."""
    if day.is_month:
        return f"{day.first.year}年{day.first.month}月"
    first, last = day.first, day.last
    told = f"{first.year}年{first.month}月{first.day}日"
    if first != last:
        year = f"{last.year}年" if first.year != last.year else ""
        month = f"{last.month}月" if year or first.month != last.month else ""
        told += f"至{year}{month}{last.day}日"
    return f"{told}{day.clock}"


def _own(words: str) -> str:
    """Return words of the speaker as they are told of them: without 我的."""
    return re.sub("我们?的", "", words)


APPOINTMENTS = Appointments(
    hint=pattern(r"\d|[一二三四五六七八九十初廿][月号日]|[周明后今]|星期|礼拜|[本下]个?月|月[初底中]|节|大年|初[一二三四五六七八九十]|除夕|元旦|春节|端午|中秋|国庆"),
    forms=_FORMS,
    moved=(
        pattern(rf"^(?:{_OLD})(?:被|又|已经|临时)?(?:改|推迟|延期|延后|延|推|挪|调整?|换|提前)(?:到|成|至|在)了?(?:{DAY}到)?{DAY}{_END}"),
        pattern(rf"^(?:{_I}|医院|医生|诊所|公司|他们|对方|学校|老师)?(?:把|将){_OLD}(?:从{DAY})?(?:改|推迟|延期|延后|延|推|挪|调整?|换|提前)(?:到|成|至|在)了?{DAY}{_END}"),
        pattern(rf"^{_OLD}从{DAY}(?:改|推迟|延期|延后|延|推|挪|调整?|换|提前)(?:到|成|至|在)了?{DAY}{_END}"),
    ),
    cancelled=(
        pattern(rf"^{_OLD}{DAY}?(?:被|已经|临时)?取消{_END}"),
        pattern(rf"^(?:{_I}|医院|医生|诊所|公司|他们|对方|学校)?(?:已经|临时)?(?:把|将){_OLD}(?:给)?取消{_END}"),
        pattern(rf"^(?:{_I}|医院|医生|诊所|公司|他们|对方|学校)(?:已经|临时)?取消了{DAY}?的?{_OLD}{_END}"),
    ),
    put_right=pattern(rf"^(?:(?:不对|不是|错了|说错了|抱歉|对不起|哦|啊|等等|更正)[，,。！!\s]*)+(?:是|应该是|我是说|其实是)?{DAY}(?:才对)?[，,]?(?:不是{_C}{{1,10}})?[。！!\s]*$"),
    clauses=pattern(rf"(?<!{DAY})[，,；;：:]|[—…～~]+|(?:但是?|所以|因为|而且|不过|然后)(?={_I}|{DAY})"),
    lead=pattern("^(?:(?:对了|另外|还有|哦|嗯|啊|好的|好消息|那个|其实|因为|所以|但是?|不过|而且|然后|提醒一下|记一下|帮我记一下|记住|顺便说一下|顺便|终于|可惜|遗憾的是|你好|嗨|最近|接下来|正好|刚好)[，,：:！!\\s]*)+"),
    unsure=pattern(
        "[?？]|吗|如果|要是|假如|万一|可能|也许|或许|大概|说不定|不确定|不一定|希望|要不|是不是|会不会|能不能|想不想|还没定|没准|听说|据说|好像|应该|梦见|假装|开玩笑|骗你|说(?!好|定|一下)|错了|告诉|以为|以前|每(?:天|周|个?月|年|次|逢)|经常|总是|平时|通常"
        "|记得去年|的话|不去|去不了|不参加|不想|梦|想去|想要?|取消(?!了|$)|提到|写道|建议"
    ),
    invented=pattern("小说|故事|角色|剧本|剧情|台词|扮演|假设|想象|翻译|作文|造句|改写|润色|歌词|诗歌|写一[篇封首段个]|帮我写|生成一|例句|模拟"),
    clock=pattern(r"(?P<clock>(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:\d{1,2}|[一二三四五六七八九十两]{1,3})(?:点(?:半|[\d一二三四五十]{1,3}分?)?|[:：]\d\d)(?:到|至|[-–~])?(?:(?:\d{1,2}|[一二三四五六七八九十两]{1,3})点半?)?|凌晨|早上|上午|中午|下午|傍晚|晚上)"),
    day_of_month=pattern(r"(?<![\d月./年第])(?P<day>[1-9]|[12]\d|3[01])[号日](?![线楼院店机门厅房馆床元常记本子期])"),
    clock_of=_clock_of,
    written=_written,
    dated="{what}（{when}）",
    joined=pattern(r"[\s，、（(]*"),
    own=_own,
)  # fmt: skip
