"""Dice that can be checked: the secret they hang on, their spans in the log, and the check itself."""
