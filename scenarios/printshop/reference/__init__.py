"""Print a rule system's quick reference sheet: its own figures as tables, in the order of play, on two pages."""
