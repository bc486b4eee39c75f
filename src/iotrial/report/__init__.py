"""Reports: documents of `iotrial.results.judge` for people. Nothing is computed here that statistics should."""
