"""Gazala and Tobruk in May 1942: sources of a ground, and what ground.md says of it."""
