"""Grounds of a store's own, made on the page: what the maker has said, his files, and the map that was made."""
