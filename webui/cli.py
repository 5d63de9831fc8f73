"""
Give the ``sandtable`` command.

Exit code 0: done; 1: refused, or problems found; 2: wrong use. Data goes to
standard output, progress and faults to standard error.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import click

from webui.commands.battle_commands import battle_commands
from webui.commands.campaign_commands import campaign_commands
from webui.commands.export_commands import export_command
from webui.commands.map_commands import map_commands
from webui.commands.rule_commands import rule_commands
from webui.commands.scenario_commands import scenario_commands
from webui.commands.serve_commands import demo, serve
from webui.commands.shared import Commands

__all__ = ["main"]


def _version() -> str:
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "not installed"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(_version(), prog_name="sandtable")
def main() -> None:
    """Real ground, hexes, and operations of many days."""


for command in (
    demo,
    serve,
    map_commands,
    rule_commands,
    scenario_commands,
    campaign_commands,
    battle_commands,
    export_command,
):
    main.add_command(command)
