"""Runs as files to send: what was judged of them, without a person, a host or a folder."""
