"""Lead through a scenario: its lesson, step by step, and how far somebody has come."""
