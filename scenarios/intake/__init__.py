"""Take orders of battle in from the files of other programs."""
