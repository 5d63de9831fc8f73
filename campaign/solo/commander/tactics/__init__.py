"""What a commander knows how to do: a module for each pattern, its worth, and the orders that answer it."""
