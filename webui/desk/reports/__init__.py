"""What a viewer is told after a turn, put together from his look and his log."""
