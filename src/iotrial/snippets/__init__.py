"""A user's own snippets: files with one function each, compared without a job, a study or a tree."""
