"""Play a side by Parkin's table of 1997, carried to every rule system: each stand rolls for where it goes."""
