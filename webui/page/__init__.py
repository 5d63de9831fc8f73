"""The page of a campaign and what it asks for."""
