"""Read a rule file: typed headings, or every fault in it at once."""
