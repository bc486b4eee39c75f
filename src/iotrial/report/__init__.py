"""Reports: documents of `iotrial.analysis.judge` for people. Nothing is computed here that statistics should."""
