"""Charts: what is drawn (data, from a document) and how (specifications that know no figure)."""
