"""Movement in the D3 rules."""
