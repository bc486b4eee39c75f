"""Results: what a run stores, how it is written and read, and what it says when it is judged."""
