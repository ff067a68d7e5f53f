"""Describe a person: who speaks to memory, what can be counted in what they say, their profile, their time zone."""
