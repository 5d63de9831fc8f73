"""Work out what a closing of a turn does: pure, without any store and any clock of the wall."""
