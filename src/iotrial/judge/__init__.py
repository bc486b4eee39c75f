"""The judgement of a stored run: its figures and verdicts, computed from its samples each time."""
