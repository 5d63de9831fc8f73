"""Read orders as players write them, and say what becomes of them."""
