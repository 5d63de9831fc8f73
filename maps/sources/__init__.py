"""What is read: one module per kind of source."""
