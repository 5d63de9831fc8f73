"""The Zen operational campaign rules."""
