"""Every prompt memary sends, as typed functions beside the models of their answers.

The words are in `memary.languages`, one file per language; a further language is one more file there.
"""
