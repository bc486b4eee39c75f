"""The way from a stored run to what it says, which is computed each time and never stored."""
