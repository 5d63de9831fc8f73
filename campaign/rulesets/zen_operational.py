"""
Play the Zen operational campaign rules.

This module only hands each order and each phase to the module that knows its
paragraphs: march (4.6-4.10), fire and fight (4.11, 4.12), works (4.16), air
and landings (4.17), supply (4.13), night (4.14), weather (4.15), command (4.5).
"""
