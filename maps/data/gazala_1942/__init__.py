"""Gazala and Tobruk in May 1942: sources of a ground, and what its README says of it."""
