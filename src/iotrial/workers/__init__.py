"""Processes under test: start them, talk to them, group them, end them."""
