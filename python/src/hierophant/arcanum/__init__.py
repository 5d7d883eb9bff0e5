"""The ruleset Arcanum."""
