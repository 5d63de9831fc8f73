"""Say what a trial plays, and who: what the commands of ``sandtable trial`` have in common."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from campaign.model.seats import Seat, UnknownSeat, seat_of
from maps.gpkg.writer import write
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.board import open_board, shipped_boards
from scenarios.handing.beside import MAP_FILE, ground_of
from scenarios.scenario import read_scenario, shipped_scenarios
from scenarios.trials.many import keep, known, played
from scenarios.trials.setups import Setup, started
from webui.commands.groups import progress
from webui.commands.scenario_commands import scenario_folder
from webui.commands.shared import RULES, reading_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from campaign.model.situation import Situation
    from scenarios.trials.many import Task
    from scenarios.trials.records import GameRecord

__all__ = ["Trial", "play_options", "player", "players_of", "playing_itself", "the_trial", "trial_options"]

Command = TypeVar("Command", bound="Callable[..., Any]")

_RULES = "d3_one_hour"
"""What a board is played under that names no rules itself."""


class Trial(msgspec.Struct):
    """What is played: its setup, how it begins, and its sides."""

    setup: Setup
    start: Situation
    rings: dict[str, int]
    """On which day places fell in history."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The keys of the sides."""
        return tuple(side.key for side in self.start.state.setting.sides)


_file = click.Path(path_type=Path)
_TRIAL = (
    click.option("--set", "readings", metavar="KEY=VALUE", multiple=True, help="Read a rule otherwise."),
    click.option("--map", "map_file", type=_file, help="The map of the scenario; built if left out."),
    click.option("--days", type=click.IntRange(1, 60), help="Break off after so many days; on a board: days of it."),
    click.option("--defends", type=click.Choice(("red", "blue")), help="On a board: as for battle new."),
    click.option("--blue", metavar="FORCE", help="On a board: its force, as for battle new."),
    click.option("--red", metavar="FORCE", help="On a board: its force, as for battle new."),
    click.option("--rules", type=RULES, help="The rule system; else that of the scenario or board."),
)
_PLAY = (
    click.option("--record", type=_file, help="Add each game to this file, and go on from those it has."),
    click.option("--dask", metavar="ADDRESS", help="Play on a cluster whose scheduler is there."),
    click.option("--workers", type=click.IntRange(0, 512), default=0, help="Processes; left out: one for each core."),
    click.option("--seed", default="trial", show_default=True, help="The same seed plays the same games."),
)


def trial_options(command: Command) -> Command:
    """Give a command the options that say what is played."""
    for option in _TRIAL:
        command = option(command)
    return command


def play_options(command: Command) -> Command:
    """Give a command the options that say where and how games are played."""
    for option in _PLAY:
        command = option(command)
    return command


@contextmanager
def the_trial(name: str, **asked: Any) -> Iterator[Trial]:
    """
    Find what is to be played; the map of a scenario is built, and is gone afterwards.

    Raises
    ------
    ProblemsFound
        If there is no such scenario or board, or it cannot be set up.
    """
    readings = tuple(reading_of(text) for text in asked.get("readings") or ())
    common: dict[str, Any] = {"days": asked.get("days") or 0, "readings": readings}
    if name in shipped_scenarios() or Path(name, "scenario.toml").is_file():
        with _map_of(name, asked.get("map_file")) as (folder, map_file):
            scenario = read_scenario(folder)
            setup = Setup(rules=asked.get("rules") or "", scenario=str(folder), map_file=map_file, **common)
            yield Trial(setup, started(setup)[0], {one.name: one.fell for one in scenario.objectives if one.fell})
        return
    setup = _on_board(name, asked, common)
    yield Trial(setup, started(setup)[0], {})


def _on_board(name: str, asked: dict[str, Any], common: dict[str, Any]) -> Setup:
    path = shipped_boards().get(name, Path(name))
    if not path.is_file():
        remedy = did_you_mean(name, [*shipped_boards(), *shipped_scenarios()])
        raise ProblemsFound([Problem("trial", f"there is no board or scenario {name!r}", remedy)])
    suits = open_board(path).battles if path.suffix == ".toml" else {}
    rules = asked.get("rules") or next(iter(suits), _RULES)
    red, blue = suits.get(rules, ("", ""))
    return Setup(
        rules=rules, board=name, red=asked.get("red") or red, blue=asked.get("blue") or blue,
        defends=asked.get("defends") or "", **common,
    )  # fmt: skip


@contextmanager
def _map_of(name: str, given: Path | None) -> Iterator[tuple[Path, str]]:
    folder = scenario_folder(name)
    if given is not None:
        yield folder, str(given)
        return
    with TemporaryDirectory() as place:
        file = Path(place) / MAP_FILE
        write(ground_of(read_scenario(folder), progress()), file)
        yield folder, str(file)


def players_of(trial: Trial, texts: Iterable[str]) -> tuple[tuple[str, Seat], ...]:
    """Read who plays which side: SIDE=PLAYER; whoever is not named is a commander."""
    found = dict.fromkeys(trial.sides, Seat())
    for text in texts:
        side, equals, player = text.partition("=")
        if not equals:
            example = f"write SIDE=PLAYER, for example {trial.sides[0]}=table"
            raise ProblemsFound([Problem("--player", f"{text!r} does not say which side or who plays it", example)])
        if side not in found:
            raise ProblemsFound([Problem("--player", f"{text!r} names no side", did_you_mean(side, trial.sides))])
        found[side] = playing_itself(player, "--player")
    return tuple(found.items())


def playing_itself(text: str, where: str) -> Seat:
    """Read who plays, if it is no person."""
    try:
        seat = seat_of(text)
    except UnknownSeat as unknown:
        raise ProblemsFound([Problem(where, str(unknown), "write table, or commander:LEVEL:STYLE")]) from None
    if not seat.plays_itself:
        raise ProblemsFound([Problem(where, "a person plays no trials", "write table, or commander:LEVEL:STYLE")])
    return seat


def player(
    asked: dict[str, Any], say: Callable[[int], str] = "{} games".format
) -> Callable[[Sequence[Task]], Iterator[GameRecord]]:
    """
    Give what plays tasks as the options want it, keeps each game, and says how far it is.

    Games that the file of ``--record`` has already are taken from there: who was stopped goes on.
    """
    done = 0

    def play(tasks: Sequence[Task]) -> Iterator[GameRecord]:
        nonlocal done
        file: Path | None = asked["record"]
        had = {} if file is None else known(tasks, file)
        if had and not done:
            click.echo(f"  {len(had)} of {len(tasks)} games are in {file} already and are not played again", err=True)
        fresh = played([task for task in tasks if task not in had], workers=asked["workers"], dask=asked["dask"])
        for task in tasks:
            record = had.get(task) or next(fresh)
            done += 1
            if file is not None and task not in had:
                keep(record, file)
            if sys.stderr.isatty():
                click.echo(f"\r  {say(done)} ", err=True, nl=False)
            yield record

    return play
