"""The D3 One-Hour rules."""
