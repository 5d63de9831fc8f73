"""Build maps, and ask them questions: ``sandtable map``."""

from __future__ import annotations

import click

from webui.commands.groups import Commands

__all__ = ["map_commands"]

_ELSEWHERE = {
    "audit": "map_audit_command:audit_map",
    "build": "map_build_command:build_map",
    "check": "map_commands:check",
    "correct": "map_edit_commands:correct_map",
    "cut": "map_commands:cut_map",
    "diff": "map_commands:diff_maps",
    "edit": "map_editor_command:edit_map",
    "edits": "map_edit_commands:edits_of_map",
    "explain": "map_commands:explain_hex",
    "fetch": "map_fetch_command:map_fetch",
    "info": "map_commands:info",
    "kinds": "map_kinds_command:map_kinds",
    "legend": "map_retune_command:print_legend",
    "retune": "map_retune_command:retune_map",
    "sources": "map_sources_command:map_sources",
    "table": "map_commands:table_map",
    "where": "map_where_command:where_is",
}


@click.group("map", cls=Commands, elsewhere=_ELSEWHERE)
def map_commands() -> None:
    """Build hex maps from real ground, and ask why they are as they are."""
