"""The site: what published runs say, task by task and language by language, as files that need no server."""
