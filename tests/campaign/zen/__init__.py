"""Tests of the Zen operational rules, paragraph by paragraph."""
