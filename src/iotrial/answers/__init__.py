"""Answers: from a question to the method to use, with what would change the answer."""
