"""What is fast and what is not: tables, never tests."""
