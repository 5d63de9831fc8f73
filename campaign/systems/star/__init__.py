"""The Star General rules, Three Star and Two Star."""
