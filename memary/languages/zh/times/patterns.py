"""Match Chinese time expressions, with guards against words of which they could be a part."""

from __future__ import annotations

from memary.languages.pattern import pattern
from memary.languages.zh.times import words as w

_ONES = "一二三四五六七八九"
_NUMERAL = f"[0-9零两十{_ONES}]"
_N = "(?:[0-9]{1,4}|[零一二两三四五六七八九十]{1,3})"
_NOT_MORE = r"(?<![几数第每\-/:0-9.一二两三四五六七八九十百千万])"
_UNIT_NAMES = "|".join(sorted(w.UNITS, key=len, reverse=True)).replace("月", f"(?<!{_NUMERAL})月(?![亮饼光])")
_HOW_LONG = rf"{_NOT_MORE}(?:(?P<half>半)|(?P<count>{_N})(?P<more>个?半)?)个?(?P<unit>{_UNIT_NAMES})(?P<plus>半)?"
AGO = pattern(rf"{_HOW_LONG}(?:之前|以前|前)(?![后面途程台景夕任往沿线者])")
LATER = pattern(rf"{_HOW_LONG}(?:之后|以后|后)(?![面来悔果])")
ROLLING = pattern(
    rf"(?:(?:在?过去|最近|近|(?P<bare>前))的?这?|这(?=.{{1,6}}来)|(?P<ahead>未来|接下来|今后)的?){_HOW_LONG}"
    "(?!前|后|次|级)(?:以?来|[之以]?内)?"
)
FEW = pattern(
    "(?:(?:在?过去|最近|近)的?这?|这|(?P<ahead>未来|接下来|今后)的?)(?:几个?|些)"
    "(?P<unit>天|周|星期|礼拜|月|年|小时|分钟)(?!前|后|来|级|[之以]前)(?:[之以]?内|里)?"
)
BESIDE = pattern(rf"的?(?P<side>[前后])的?{_HOW_LONG}")
BOUNDARY = pattern(r"(?<![^\s，。！？、；：,.!?;:我你他她它们咱在的是])")

NAMED_DAY = pattern(
    "((?:大前|大后|前|昨|今|明|后)天|[昨今明]日|[前昨今明后]儿)个?"
    "(?!性|赋|头条|之[子星]|重现|黄花|香)(?:里|的(?=早|晚|上午|下午|中午|凌晨|傍晚|夜))?"
)
NAMED_PART = pattern("([昨今明前])([早晨晚夜])(?:上|里|间)?(?!报|安|年|餐桌)")
WEEKDAY = pattern(
    "(?:(?P<which>上上|下下|上|下|这|本)个?"
    f"|(?<![0-9十两{_ONES}每几半整数全满环个]))"
    "(?:周|星期|礼拜)(?P<day>[一二三四五六日天])"
    "(?![次天年岁月回种个名位只圈遍本年期都])(?:的(?=早|晚|上午|下午|中午|凌晨|傍晚|夜))?"
)
UNIT = pattern(
    "(?P<which>上上|下下|上|下|这|本)[一个]?(?:(?P<week>周|星期|礼拜)(?P<end>末)?|季度)"
    "(?![一二三四五六日天岁围边期刊年转密])"
)
WEEKEND = pattern("(?<![每个])周末(?![愉快乐]|都|一般|通常|总|常|经常|版)")
_DAY_OF_WEEK = (
    "(?:周末(?![愉快乐版])|(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?![次天年岁月回种个名位只圈遍本期]))"
)
EACH_WEEKDAY = pattern(f"每(?:个|逢)?{_DAY_OF_WEEK}")
WEEKDAYS_IN = pattern(f"的?每?个?{_DAY_OF_WEEK}")
WORKDAYS = pattern(f"(?<![非个0-9两十{_ONES}几])(?:每一?个?)?工作日(?!志|报|期|常|程)")
NTH_IN = pattern(
    "的?(?:第(?P<nth>[一二三四五])|(?P<last>最后一))个?(?:(?P<end>周末)"
    "|(?:周|星期|礼拜)(?:(?P<day>[一二三四五六日天])(?![次天年岁月回])|(?![一二三四五六日天末年岁]))|(?P<one>天))"
)
TWO_MONTHS = pattern(
    f"(?<![0-9{_ONES}十第每几个.\\-/年])(?P<one>[{_ONES}])、?(?P<other>[{_ONES}])月(?:份)?(?![前后天])"
)
NEXT_MONTH = pattern(
    f"[、和与]?(?P<month>1[0-2]|[1-9]|十[一二]?|[{_ONES}])月(?:份)?"
    rf"(?!\s*(?:[0-9]{{1,2}}|[{_ONES}十]{{1,3}})\s*[日号]|的?[上中下]旬|的?[初底末])"
)
YEAR = pattern(
    "(?:(?P<word>(?:大前|前|去|今|明|后)年)"
    rf"|(?<![0-9零〇○{_ONES}])(?P<digits>[0-9]{{4}}|[一二][零〇○{_ONES}]{{3}})年)"
    rf"(?![糕轻级代龄度薪货画会])(?:的(?=[0-9{_ONES}十春夏秋冬上下第年元国圣中除端]))?"
)
_MONTH_NUMBER = f"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[{_ONES}])"
MONTH = pattern(rf"(?<![0-9{_ONES}十第每几个.\-/年]){_MONTH_NUMBER}月(?P<sure>份)?")
MONTH_AFTER_YEAR = pattern(rf"{_MONTH_NUMBER}月(?P<sure>份)?")
NOT_A_MONTH = pattern(f"[前后天花两十{_ONES}0-9]|革命|流火|飞[雪霜]|初[{_ONES}十]")
MONTH_RELATIVE = pattern(
    f"(?P<which>上上|下下|上|下|这|本)(?:一?个)?月(?![亮饼光球季台票经子嫂])份?(?:的(?=[0-9{_ONES}十初底上中下]))?"
)
_DAY_NUMBER = f"(?:[0-3]?[0-9]|[一二]?十[{_ONES}]?|三十一?|[{_ONES}])"
DAY = pattern(f"(?P<d>{_DAY_NUMBER})[日号](?![线楼房院店码本])")
DAYS_LISTED = pattern(f"(?P<days>{_DAY_NUMBER}(?:[日号]?[、和与跟及]{_DAY_NUMBER})+)[日号](?![线楼房院店码本])")
DAY_NUMBER = pattern(_DAY_NUMBER)
MONTH_THIRD = pattern(f"的?([上中下]旬|[初底末](?![{_ONES}十]))")
EDGE = pattern(
    f"(?<![0-9零〇{_ONES}十大小])(?P<unit>[年月])(?P<third>初(?![{_ONES}十])|底|末|(?<=年)中)(?!级|考|奖|总结|秋)"
)
SEASON = pattern("(?P<season>[春夏秋冬])(?:天|季)(?!性|节)")
HOLIDAY = pattern(
    "(?<![五六]一)(?P<holiday>"
    + "|".join(sorted(w.HOLIDAYS, key=len, reverse=True))
    + ")(?!树|老人|贺卡|帽|袜|卡片|歌|晚会|联欢|月饼|路)"
)
NATIONAL_WEEK = pattern("(?:国庆|十一)(?:节)?(?:假期|长假|期间|黄金周)")
NEW_YEAR_WEEK = pattern("(?:春节|过年)(?:假期|长假|期间|黄金周)")
MAY_WEEK = pattern("(?<![十廿])五一(?:小?长假|假期|期间|黄金周|假)")
QINGMING = pattern(
    "清明(?:节(?:小?长假|假期|期间)?|小?长假|假期|期间"
    "|(?<![^\\s，。！？、；：,.!?;:我你您他她它们咱在的是年从自到至等过个每]清明)(?!清?白|上河|菜|粿|果|时|雨))"
)
THIS_HALF = pattern("(?<![前去今明后月几])([上下])半年")
QUARTER = pattern("第?(?P<number>[一二三四1-4])季度")
DONE = pattern("[^，。！？]*[了过]")
HALF = pattern("([上下])半年")
DECADE = pattern(f"(?P<century>(?:上个?|20|二十)世纪的?)?(?<![0-9{_ONES}十])(?P<decade>[1-9]0|[{_ONES}]十)年代")

PART = pattern("的?(" + "|".join(w.PARTS) + ")")
CLOCK = pattern(
    r"的?(?:(?P<H>[0-9]{1,2})[:](?P<M>[0-9]{2})(?![0-9])"
    rf"|(?P<h>[0-9]{{1,2}}|十[一二]?|二十[一二三]?|[两{_ONES}])(?:点钟?|时(?!间|候|段|常))"
    rf"(?:(?P<half>半)|(?P<quarter>[一三]刻)|(?P<m>[0-9]{{1,2}}|[一二三四五]?十[{_ONES}]?|零[{_ONES}])分?)?)"
    r"(?![心都也儿]|不)"
)
FROM = pattern("自从|自|从")
TO = pattern("(?:一直|直)?(?:到|至)(?!处|底)|[~～—–-]+")
NOW = pattern("现在|今(?![天日年早晚])|目前|如今")
WORKING_WEEK = pattern("(?:周|星期|礼拜)一(?:到|至)(?:周|星期|礼拜)?五")
