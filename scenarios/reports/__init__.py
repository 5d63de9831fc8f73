"""The report that each viewer gets after a turn: what is in it, its map, and its page, text and sheet."""
