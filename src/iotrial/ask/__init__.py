"""The questions that can be asked: jobs, methods and kits as folders have them, and studies with their plans."""
