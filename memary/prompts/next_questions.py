"""The texts of questions that a user is likely to ask next. Each language has the same keys.

`{who}` is the one a fact is about, `{what}` its other end. The keys are what the fact is about: a single-valued
matter, or a sort of relation.
"""

from __future__ import annotations

from collections.abc import Mapping

ABOUT_USER: Mapping[str, Mapping[str, str]] = {
    "en": {
        "residence": "Where do I live now?",
        "employer": "Where do I work now?",
        "occupation": "What is my job?",
        "birthday": "When is my birthday?",
        "school": "Where do I study?",
        "spouse": "Who am I married to?",
        "partner": "Who am I together with?",
        "diet": "What is my diet?",
        "manager": "Who is my boss?",
        "plan": "What has become of my plan: {what}?",
        "taste": "What else do I like besides {what}?",
        "distaste": "What else do I dislike besides {what}?",
        "allergy": "What am I allergic to?",
        "visit": "When was I in {what}?",
        "other": "What did I tell you about {what}?",
    },
    "zh": {
        "residence": "我现在住在哪里？",
        "employer": "我现在在哪里工作？",
        "occupation": "我是做什么工作的？",
        "birthday": "我的生日是哪天？",
        "school": "我在哪里上学？",
        "spouse": "我和谁结婚了？",
        "partner": "我和谁在一起？",
        "diet": "我平时吃什么样的饮食？",
        "manager": "我的上级是谁？",
        "plan": "我的计划（{what}）进展如何？",
        "taste": "除了{what}，我还喜欢什么？",
        "distaste": "除了{what}，我还不喜欢什么？",
        "allergy": "我对什么过敏？",
        "visit": "我是什么时候去{what}的？",
        "other": "关于{what}，我跟你说过什么？",
    },
}
"""What to ask of the user's own facts."""

ABOUT_OTHERS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "residence": "Where does {who} live?",
        "employer": "Where does {who} work?",
        "occupation": "What does {who} do for a living?",
        "birthday": "When is {who}'s birthday?",
        "age": "How old is {who}?",
        "school": "Where does {who} study?",
        "spouse": "Who is {who} married to?",
        "partner": "Who is {who} together with?",
        "location": "Where is {who}?",
        "deadline": "When is {who} due?",
        "price": "What does {who} cost?",
        "status": "How do things stand with {who}?",
        "plan": "What has become of {who}'s plan: {what}?",
        "taste": "What does {who} like?",
        "distaste": "What does {who} dislike?",
        "allergy": "What is {who} allergic to?",
        "other": "How are {who} and {what} connected?",
    },
    "zh": {
        "residence": "{who}住在哪里？",
        "employer": "{who}在哪里工作？",
        "occupation": "{who}是做什么工作的？",
        "birthday": "{who}的生日是哪天？",
        "age": "{who}多大了？",
        "school": "{who}在哪里上学？",
        "spouse": "{who}和谁结婚了？",
        "partner": "{who}和谁在一起？",
        "location": "{who}在哪里？",
        "deadline": "{who}什么时候截止？",
        "price": "{who}多少钱？",
        "status": "{who}现在怎么样了？",
        "plan": "{who}的计划（{what}）进展如何？",
        "taste": "{who}喜欢什么？",
        "distaste": "{who}不喜欢什么？",
        "allergy": "{who}对什么过敏？",
        "other": "{who}和{what}有什么关系？",
    },
}
"""What to ask of the facts of others."""

LATEST: Mapping[str, Mapping[str, str]] = {
    "en": {
        "person": "How is {who} doing?",
        "animal": "How is {who} doing?",
        "place": "What do I know about {who}?",
        "thing": "What is the latest on {who}?",
        "both": "How are {who} and {what} connected?",
    },
    "zh": {
        "person": "{who}最近怎么样？",
        "animal": "{who}最近怎么样？",
        "place": "关于{who}，我说过些什么？",
        "thing": "{who}最近有什么新消息？",
        "both": "{who}和{what}有什么关系？",
    },
}
"""What to ask where no fact says more, by the type of the entity; "both" is of two of them."""
