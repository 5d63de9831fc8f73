"""The published rule systems: a folder each, with its tables, its cases and what its paragraphs say."""
