"""Play a side by itself: by a commander that plans, or by a table of chances."""
