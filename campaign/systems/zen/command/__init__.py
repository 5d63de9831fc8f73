"""Command, headquarters, detachments, nights and works in the Zen rules."""
