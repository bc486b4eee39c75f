"""The records that a run stores, and their writing, reading, querying and exporting."""
