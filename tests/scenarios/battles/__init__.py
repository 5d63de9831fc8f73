"""Tests of battles from a fight on the map."""
