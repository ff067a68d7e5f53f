"""Describe a person: who speaks, what can be counted in their words, their profile, their time zone."""
