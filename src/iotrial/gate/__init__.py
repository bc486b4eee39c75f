"""Methods compared with an earlier version of themselves."""
