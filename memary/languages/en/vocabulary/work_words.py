"""English words with which one tells an assistant to go on with what both look at: "rename this variable"."""

from memary.languages.pack.base import words

WORK = words(
    """
    add adjust amend apply approve ask blank bracket break build change check clean click close code comma comment
    commit compile constant continue copy correct create debug declare delete do document done drop edit empty enable
    end execute explain explanation extract fail failed failing fails file fine finish fix folder format function
    good great hello help hey hi improve indent indentation inline insert join keep leave letter lgtm line lint
    look make merge method missing move need new next nice no now number ok okay old open paragraph parameter parse
    paste perfect please print proceed push put quote quotes read redo refactor reformat remove rename repeat replace
    reply rerun retry return revert review rewrite run save script see semicolon sentence show simplify snippet sort
    space split start stop string style sure swap syntax tab thank thanks thing tidy trailing try two type typo undo
    unused update use value variable wait whitespace word work works wrap write wrong yes
    """
)
