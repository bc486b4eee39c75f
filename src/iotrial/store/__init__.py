"""What a run stores: its records, how they are written, read, queried and exported."""
