"""Methods held against an earlier version of themselves."""
