"""Passes that look at a method and never time it: system calls, memory, locks, durability."""
