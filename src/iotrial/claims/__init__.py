"""Published sentences, held against what a run stored."""
