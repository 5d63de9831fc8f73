"""Kasserine Pass, 19 February 1943: the field of a battle, on a piece of the ground of kasserine_1943."""
