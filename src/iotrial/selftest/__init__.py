"""iotrial itself on trial: identical arms and planted slowdowns."""
