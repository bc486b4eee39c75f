"""File systems and folders that a run makes and takes away."""
