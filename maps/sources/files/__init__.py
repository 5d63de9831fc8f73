"""Files of features and tables, opened safely and read."""
