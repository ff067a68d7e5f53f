"""Read what English tells of people and animals: names, kin, groups, pairs, and what they do."""
