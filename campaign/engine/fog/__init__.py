"""What lies between the truth and what commands know of it, besides sight: places that were searched in vain."""
