"""What the rush of a last minute needs: a club, its pages, and senders that never end."""
