"""Passes that observe a method and never time it: system calls, memory, locks, durability."""
