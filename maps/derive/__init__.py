"""What is concluded from the sources about each hex."""
