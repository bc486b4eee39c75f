"""Doing it: programs, workers, sinks, rounds and sweeps. The only part that starts processes."""
