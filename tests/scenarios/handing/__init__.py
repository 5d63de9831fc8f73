"""Scenarios that are handed on as one file."""
