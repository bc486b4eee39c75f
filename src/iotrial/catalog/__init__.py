"""The catalog of what exists: jobs, methods and kits, derived from folders."""
