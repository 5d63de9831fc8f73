"""The post at the command line."""
