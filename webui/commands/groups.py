"""Run commands: groups that load them when they are asked for, faults as messages, what is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from maps.loading import uncollected
from webui.post.harmless import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Commands", "json_option", "print_json", "print_lines", "progress"]

Command = TypeVar("Command", bound=Callable[..., Any])


class Commands(click.Group):
    """
    A group whose commands end with 1 and a plain line where something is refused or wrong.

    Parameters
    ----------
    elsewhere
        Where further commands are, below this package, as ``module:name``: such a one is loaded when it is asked for,
        so that each command begins at once.
    """

    def __init__(self, *args: Any, elsewhere: Mapping[str, str] = MappingProxyType({}), **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.elsewhere = elsewhere

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands of the group by name."""
        return sorted({*super().list_commands(ctx), *self.elsewhere})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command of the group, loaded if it has to be."""
        if cmd_name not in self.elsewhere:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.elsewhere[cmd_name].partition(":")
        with uncollected():
            found: click.Command = getattr(import_module(f"webui.commands.{module}"), name)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn what the program refuses into a message."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # Whoever reads the output has seen enough.
            sys.stderr.close()
            ctx.exit(0)
        except Exception as fault:
            # What can be refused is known to what campaigns are made of; maps are built without.
            words = import_module("webui.commands.shared").refused(fault)
            if words is None:
                raise
            raise click.ClickException(words) from fault


def json_option(command: Command) -> Command:
    """Give a command the option to print JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")(command)


def print_json(data: Any) -> None:
    """Print data as JSON, indented."""
    import msgspec  # noqa: PLC0415 - few print JSON

    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, without signs in names that nobody sees or that turn the text round."""
    for line in lines:
        click.echo(plain(line))


def progress() -> Callable[[str], None]:
    """Give what tells of each step; it speaks only where somebody watches."""
    if not sys.stderr.isatty():
        return lambda _step: None
    return lambda step: click.echo(f"  {step} ...", err=True)
