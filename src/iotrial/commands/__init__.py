"""One function for each command: it gathers, calls, and prints."""
