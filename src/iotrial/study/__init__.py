"""What is asked: studies, and the seeded plan of each."""
