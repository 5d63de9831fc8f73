"""Write, check and seal the sheets of commands, and close a turn."""
