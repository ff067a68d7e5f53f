"""Read a model's reply: what of it is sound, which message says it, what it asks to forget or unite."""
