"""Rounds of made-up runs do not resemble each other."""

from judge.independent import estimated, independent_rounds

__all__ = ["estimated", "independent_rounds"]
