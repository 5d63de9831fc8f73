"""The umpire's day: what needs him, what he chose, and how long he sat over it."""
