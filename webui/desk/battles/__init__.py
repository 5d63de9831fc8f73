"""A campaign's fights on a table: proposed, opened, played out and taken back."""
