"""What a viewer knows of the enemy as data: lists, tables, and for the umpire the truth beside it."""
