"""What the main part of a page says, without the sidebar, whose titles quote messages."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def main_text(page: AppTest) -> str:
    """All text beside the sidebar, tables included, with plain hyphens in dates."""
    main = page.main
    kinds = (main.header, main.markdown, main.text, main.caption, main.error, main.info, main.success, main.code)
    texts = [str(element.value) for kind in kinds for element in kind]
    texts += [str(button.label) for button in main.button]
    texts += [str(expander.label) for expander in main.expander]
    texts += [f"{metric.label} {metric.value}" for metric in main.metric]
    texts += [table.value.to_csv(index=False) for table in (*main.table, *main.dataframe)]
    return "\n".join(texts).replace("\N{NON-BREAKING HYPHEN}", "-")
