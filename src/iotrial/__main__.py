"""`python -m iotrial`."""

from iotrial.cli import entry

entry()
