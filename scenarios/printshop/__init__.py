"""Print what goes to the table: map sheets, posters, and what stands beside a map."""
