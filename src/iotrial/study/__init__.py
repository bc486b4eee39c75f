"""Studies, which say what is asked, and the seeded plan of each."""
