"""What a rule file can say: a struct for each heading, a role for each key."""
