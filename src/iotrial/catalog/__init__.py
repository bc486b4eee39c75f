"""What exists: jobs, methods and kits, derived from folders."""
