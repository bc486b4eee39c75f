"""Charts: the data to draw, from a document, and specifications of how to draw it, which know no figure."""
