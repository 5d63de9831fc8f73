"""Letters: writing them, the box of a command, what the umpire does with them, how they go when a turn is closed."""
