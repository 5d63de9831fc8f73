"""The closed words of rule files, each with the one meaning that it has wherever it stands."""
