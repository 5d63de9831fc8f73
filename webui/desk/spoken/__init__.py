"""Orders in a club's own words, as data."""
