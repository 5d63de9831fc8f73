"""The door: passwords, sessions, invitations, limits, and the pages for them."""
