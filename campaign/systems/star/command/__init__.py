"""Orders, headquarters, supply and nights in the Star General rules."""
