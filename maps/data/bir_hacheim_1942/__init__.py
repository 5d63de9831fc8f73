"""Bir Hacheim, 27 May 1942: the field of a battle, on a piece of the ground of gazala_1942."""
