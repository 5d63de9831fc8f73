"""The commands of a command's day: its sheet, the closing of a turn, the deadline."""
