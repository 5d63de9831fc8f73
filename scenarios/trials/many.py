"""Play many games: on all cores of this machine, or on a cluster of dask.distributed; a line of a file for each."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib.metadata import version
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from campaign.systems import catalogue
from maps.making.cluster import on_cluster
from maps.problems import Problem, raise_any
from scenarios.trials.playing import play_game
from scenarios.trials.records import GameRecord
from scenarios.trials.setups import opening_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from campaign.model.seats import Seat
    from scenarios.trials.setups import Setup

__all__ = ["Task", "keep", "kept", "known", "on_cores", "played", "seeds_of"]


class Task(NamedTuple):
    """One game to be played."""

    setup: Setup
    seats: tuple[tuple[str, Seat], ...]
    seed: str


def seeds_of(name: str, games: int) -> list[str]:
    """Name the seeds of a trial: the same name plays the same games."""
    return [f"{name}/{number}" for number in range(1, games + 1)]


def _play(folders: tuple[Path, ...], task: Task) -> bytes:
    # Where another process plays, it knows only the rules that are shipped.
    for folder in folders:
        catalogue.look_in(folder)
    return msgspec.json.encode(play_game(task.setup, dict(task.seats), task.seed))


@contextmanager
def on_cores(workers: int) -> Iterator[Callable[[Callable[[Task], bytes], Iterable[Task]], Iterable[bytes]]]:
    """Play in processes of this machine, or in this one if there is to be no other."""
    if workers <= 1:
        yield map
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield partial(pool.map, chunksize=1)


def played(tasks: Sequence[Task], *, workers: int = 0, dask: str | None = None) -> Iterator[GameRecord]:
    """
    Play games, and give their records in the order of the tasks.

    Parameters
    ----------
    workers
        Processes; 0: one for each core.
    dask
        The address of a scheduler whose workers play instead.
    """
    most = min(workers or os.cpu_count() or 1, max(1, len(tasks)))
    running: AbstractContextManager[Callable[..., Any]] = on_cluster(dask) if dask else on_cores(most)
    with running as run:
        for line in run(partial(_play, catalogue.folders()), tasks):
            yield msgspec.json.decode(line, type=GameRecord)


def keep(record: GameRecord, file: Path) -> None:
    """Add a game to a file of trials, a line a game."""
    with file.open("ab") as out:
        out.write(msgspec.json.encode(record) + b"\n")


def kept(file: Path) -> list[GameRecord]:
    """
    Read a file of trials.

    Raises
    ------
    ProblemsFound
        With every line that is no game.
    """
    found, problems = [], []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            found.append(msgspec.json.decode(line, type=GameRecord))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            remedy = "take the line out, or play the games again"
            problems.append(Problem(f"{file.name}, line {number}", f"is no game ({error})", remedy))
    raise_any(problems)
    return found


def known(tasks: Iterable[Task], file: Path) -> dict[Task, GameRecord]:
    """
    Find which games a file of trials has already: of the same opening, players and seed, by the same program.

    A game that the program failed in is played again.

    Raises
    ------
    ProblemsFound
        With every line of the file that is no game.
    """
    if not file.is_file():
        return {}
    had = {_mark(one.opening, one.setup, one.seats, one.seed): one for one in kept(file) if _counts(one)}
    found = {}
    for task in tasks:
        seats = {side: str(seat) for side, seat in task.seats}
        record = had.get(_mark(opening_of(task.setup), task.setup.words, seats, task.seed))
        if record is not None:
            found[task] = record
    return found


def _counts(record: GameRecord) -> bool:
    return bool(record.opening) and not record.fault and record.version == version("sandtable")


def _mark(opening: str, words: str, seats: Mapping[str, str], seed: str) -> tuple[object, ...]:
    return opening, words, tuple(sorted(seats.items())), seed
