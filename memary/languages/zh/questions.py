"""How Chinese asks."""

from memary.languages.base import Questions, words

QUESTIONS = Questions(
    asks=r"[吗呢]\W*$|谁|什么|哪(?!怕)|几[个点岁号天年月次]|多少|多大|多久|怎么|为什么|何时|是否|是不是|告诉我|还记得",
    supposes="要是|假如|假设|倘若",
    ends="[吗呢]",
    when="何时|什么时[候间]|哪[一]?[天年月周]|几[号月点]|多久|多长时间",
    words=words("请问 请 告诉 记得 知道 一共 到底 时候"),
    asking=(
        "请问|请告诉我|告诉我|为什么|什么时候|什么|怎么样?|怎样|如何|哪里|哪儿|哪个|哪些|多少|是不是|有没有|是否|还记得"
    ),
    kind="哪一?[座家个种本部条位只天年月里儿类款]",
)
