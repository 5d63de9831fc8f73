"""The Ardennes in December 1944: sources of the shipped demonstration."""
