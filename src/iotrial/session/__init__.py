"""A run, from the study to its last sweep."""
