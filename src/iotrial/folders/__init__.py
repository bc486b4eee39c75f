"""Folders that iotrial makes: their owners, the proof that they are still the same, and their removal."""
