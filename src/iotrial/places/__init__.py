"""The places of files: file systems and folders that a run makes and takes away."""
