"""Tests of the D3 One-Hour rules, paragraph by paragraph."""
