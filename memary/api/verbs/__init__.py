"""Do what the verbs of `Memary` say: add, forget, export, import."""
