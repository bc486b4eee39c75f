"""The measuring of a run, from its study to its last sweep."""
