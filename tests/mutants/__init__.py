"""
Break the code on purpose, one small change at a time, and see whether a test notices.

``python -m tests.mutants --seed 1 --count 10`` makes ten mutants at random, spread over the rooms of the code, and runs
the tests nearest to each in a copy of the tree. ``--known`` tries those of ``tests/mutants.toml`` instead: changes that
no test noticed once. ``--room NAME`` keeps to a room of ``rooms.toml``.
"""
