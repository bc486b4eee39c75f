"""This machine: facts, CPUs, cgroups, packages, and what blurs results on it."""
