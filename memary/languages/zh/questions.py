"""How Chinese asks."""

from memary.languages.base import Questions

QUESTIONS = Questions(
    asks=r"[吗呢]\W*$|谁|什么|哪(?!怕)|几[个点岁号天年月次]|多少|多大|多久|怎么|为什么|何时|是否|是不是|告诉我|还记得",
    supposes="要是|假如|假设|倘若",
    ends="[吗呢]",
    when="何时|什么时[候间]|哪[一]?[天年月周]|几[号月点]|多久|多长时间",
    kind="哪一?[座家个种本部条位只天年月里儿类款]",
)
