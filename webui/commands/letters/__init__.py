"""The commands of letters in game time."""
