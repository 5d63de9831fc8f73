"""Fight battles on boards, and take a campaign's fights to a table and back."""
