"""Read what a batch of messages says: by a language model, or by rules where there is none."""
