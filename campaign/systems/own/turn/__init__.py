"""Run phases in the author's order, and do what comes by itself."""
