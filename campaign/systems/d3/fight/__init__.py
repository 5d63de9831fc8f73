"""Sight and shooting in the D3 rules."""
