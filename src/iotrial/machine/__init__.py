"""This machine: facts, CPUs, cgroups, packages, and the sources of noise on it."""
