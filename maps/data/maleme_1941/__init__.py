"""Maleme, 20 May 1941: the field of a battle, on a piece of the ground of crete_1941."""
