"""Hand a scenario on as one file, with its ground, forces, plans, house rules and sources; open a stranger's."""
