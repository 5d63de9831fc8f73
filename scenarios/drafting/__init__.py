"""A scenario as it is built in steps that can be taken back: what it holds, its changes, its files, what is wrong."""
