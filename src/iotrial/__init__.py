"""iotrial puts file I/O claims on trial."""

__version__ = "0.1.0"
