"""Draw conclusions from facts: insights with their evidence, traits, the profile of a person."""
