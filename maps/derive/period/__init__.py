"""What stood on the date of a map."""
