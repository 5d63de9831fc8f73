"""Scenarios of a store's own as their page builds them, and the games that try them."""
