"""A commander: a side that plans by missions, and says why."""
