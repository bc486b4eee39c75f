"""Reports: documents of `iotrial.judge.judge_run` for people. Statistics are computed elsewhere, never here."""
