"""
Give the ``sandtable`` command.

Exit code 0: done; 1: refused, or problems found; 2: wrong use. Data goes to
standard output, progress and faults to standard error.
"""

from __future__ import annotations

import atexit

import click

from campaign.systems import ownfolders
from maps.loading import let_go
from webui.commands.groups import Commands
from webui.desk.datafolder import data_folder

__all__ = ["main"]

atexit.register(let_go)

_COMMANDS = {
    "demo": ("serve_commands:demo", 'Open "Ardennes, 16 December 1944" and serve it; its map is built the first time.'),
    "serve": ("serve_commands:serve", "Serve the campaigns of a store."),
    "map": ("map_group:map_commands", "Build hex maps from real ground, and ask why they are as they are."),
    "rules": (
        "rules.rule_commands:rule_commands",
        "List the rule systems, and show their figures, readings and defaults.",
    ),
    "scenario": ("scenario_commands:scenario_commands", "List, check and begin scenarios."),
    "campaign": ("campaign_commands:campaign_commands", "Begin campaigns, play them and look after them."),
    "battle": ("battles.table_commands:battle_commands", "Fight battles on boards, under any of the rule systems."),
    "trial": (
        "trial_commands:trial_commands",
        "Play scenarios and battles by themselves many times, and see what comes of it.",
    ),
    "people": ("people.group:people_commands", "Invite others, see what they hold, reset passwords."),
    "post": ("post.group:post_commands", "See what people are told, send what waits, try the settings."),
    "export": (
        "export_commands:export_command",
        "Write WHAT a viewer may take away: maps, paper, reports, forces for other programs.",
    ),
    "print": ("print_command:print_command", "Print KEY for a viewer as a PDF; without KEY, list what can be printed."),
}
"""Where each command is, and what it does: it is loaded when it is asked for, so that each begins at once."""


class _Sandtable(Commands):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without loading any: to load all takes a second and more."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in _COMMANDS.items()])


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    # What is installed is looked up for those who ask.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        found = version("sandtable")
    except PackageNotFoundError:
        found = "not installed"
    click.echo(f"sandtable, version {found}")
    ctx.exit()


@click.group(
    cls=_Sandtable,
    elsewhere={name: place for name, (place, _) in _COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version,
    help="Show the version and exit.",
)  # fmt: skip
def main() -> None:
    """Real ground, hexes, and operations of many days."""
    ownfolders.look_in(data_folder() / "rules")
