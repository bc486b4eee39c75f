"""What explains a figure: system calls and other counters, gathered apart from any timing (METHOD.md, rule 13)."""
