"""Folders that iotrial makes: whose they are, whether they are still the same, and how they are removed."""
