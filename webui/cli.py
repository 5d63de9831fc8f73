"""
Give the ``sandtable`` command.

Exit code 0: done; 1: refused, or problems found; 2: wrong use. Data goes to
standard output, progress and faults to standard error.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

import click

from maps.loading import uncollected

with uncollected():
    from campaign.systems import catalogue
    from webui.commands.shared import Commands
    from webui.desk.datafolder import data_folder

__all__ = ["main"]

_COMMANDS = {
    "demo": "serve_commands:demo",
    "serve": "serve_commands:serve",
    "map": "map_commands:map_commands",
    "rules": "rules.rule_commands:rule_commands",
    "scenario": "scenario_commands:scenario_commands",
    "campaign": "campaign_commands:campaign_commands",
    "battle": "battles.table_commands:battle_commands",
    "trial": "trial_commands:trial_commands",
    "people": "people.group:people_commands",
    "post": "post.group:post_commands",
    "export": "export_commands:export_command",
    "print": "print_command:print_command",
}
"""Where each command is; it is loaded when it is asked for, so that each begins at once."""


class _Sandtable(Commands):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        with uncollected():
            found: click.Command = getattr(import_module(f"webui.commands.{module}"), name)
        return found


def _version() -> str:
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "not installed"


@click.group(cls=_Sandtable, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(_version(), prog_name="sandtable")
def main() -> None:
    """Real ground, hexes, and operations of many days."""
    catalogue.look_in(data_folder() / "rules")
