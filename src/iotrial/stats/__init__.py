"""Statistics on arrays: pure functions that read no file and no clock, each citing the rule or paper it follows."""
