"""What iotrial claims of itself, as commands that anyone can rerun: `python -m benchmarks`."""
