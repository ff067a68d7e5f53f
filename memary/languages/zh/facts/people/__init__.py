"""Read what Chinese tells of people and animals: names, kin, groups, and what they do."""
