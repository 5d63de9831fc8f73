"""Weigh sides, throw, and let come what the results say."""
