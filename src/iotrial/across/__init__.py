"""One study on several machines: on which of them an answer holds, and what the others have."""
