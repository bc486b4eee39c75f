"""Reports: documents of `iotrial.analysis.judge` for people. Statistics are computed elsewhere, never here."""
