"""The map editor and what it asks for."""
