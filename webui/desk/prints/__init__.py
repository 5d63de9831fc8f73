"""What can be printed: one list, which the page, the command line and the manual take from."""
