"""The commands for people, and the password that comes before a server that others reach."""
