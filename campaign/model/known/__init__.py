"""Hold what is known of the enemy: who is seen, and counters that stand for nobody."""
