"""Play games by themselves many times, and judge: ``sandtable trial``."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.model.seats import FIGURES, PLAYERS
from scenarios.trials.duels import MOST_GAMES, chairs_exchanged, played_pairs, until_known, versions
from scenarios.trials.many import Task, seeds_of
from scenarios.trials.notes import balance_notes
from scenarios.trials.page import balance_html
from scenarios.trials.rating import BOUND, change_of, duel_of, mean_difference, score_of
from scenarios.trials.service import balance_data, balanced
from scenarios.trials.summary import verdict
from webui.commands.groups import Commands, json_option, print_json, print_lines
from webui.commands.shared import reading_of, write_file
from webui.commands.trialling import play_options, player, players_of, playing_itself, the_trial, trial_options
from webui.commands.whatif_command import whatif

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.trials.duels import Result
    from scenarios.trials.rating import Verdict
    from scenarios.trials.records import GameRecord
    from scenarios.trials.summary import Balance
    from webui.commands.trialling import Trial

__all__ = ["trial_commands"]

_players = click.option(
    "--player", "players", metavar="SIDE=PLAYER", multiple=True, help="Who plays a side; else a commander."
)
_on = click.option(
    "--on", "place", metavar="NAME", default="harrow_green", show_default=True, help="The scenario or board."
)

_NO_PAIR = "no pair counts: the program failed in each; the file that --record names says what it met"
_TWO_THINGS = "these change a commander and a reading of the rules at once; try one after the other"


@click.group("trial", cls=Commands)
def trial_commands() -> None:
    """Play scenarios and battles by themselves many times, and see what comes of it."""


trial_commands.add_command(whatif)


@trial_commands.command("balance")
@click.argument("name", metavar="NAME")
@click.option("--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many games.")
@_players
@trial_options
@play_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the report here: one HTML file with pictures, or its tables as FILE.md.",
)
@json_option
def balance(name: str, games: int, *, players: tuple[str, ...], out: Path | None, as_json: bool, **asked: Any) -> None:
    """Play NAME (a scenario or a board) with both sides playing themselves; say who wins how often, how and where."""
    with the_trial(name, **asked) as trial:
        seats = players_of(trial, players)
        tasks = [Task(trial.setup, seats, seed) for seed in seeds_of(asked["seed"], games)]
        found = balanced(trial.start, tasks, player(asked, lambda done: f"{done} of {games} games"), lambda _: None)
        if out is not None:
            write_file(out, _report(found, trial, f"sandtable trial balance {name}", out, asked["seed"]).encode())
    if as_json:
        print_json(balance_data(found))
        return
    print_lines([verdict(found), *_balance_lines(found)])


def _report(found: Balance, trial: Trial, command: str, out: Path, seed: str) -> str:
    """Write the report as the name of its file wants it."""
    games = len(found.records)
    if out.suffix == ".md":
        return balance_notes(found, trial.rings, f"{command} --seed {seed} --games {games}")
    title = f"{trial.start.state.setting.name}: {games} games under {trial.start.tables.name}"
    return balance_html(found, title=title, rings=trial.rings)


def _balance_lines(found: Balance) -> Iterator[str]:
    names = {side.key: side.name for side in found.start.state.setting.sides} | {"": "drawn"}
    if not found.counted:
        yield from (f"  failed, seed {record.seed}: {record.fault.splitlines()[-1]}" for record in found.faults)
        return
    for side, name in names.items():
        share = found.wins(side)
        yield f"  {name:<12} {100 * share.value:5.1f} %  ({100 * share.low:.0f} to {100 * share.high:.0f})"
    for place in found.places():
        held = ", ".join(f"{names[key] if key else 'nobody'} {n}" for key, n in place.held.items())
        yield f"  {place.name}: taken in {len(place.days)} of {len(found.counted)}; at the end {held}"
    half, most, _ = found.seconds()
    yield f"  {half:.1f} s a game, the longest {most:.1f} s; {len(found.idlers())} units seldom matter"
    yield from (f"  the program failed, seed {record.seed}: {record.fault.splitlines()[-1]}" for record in found.faults)


@trial_commands.command("duel")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@_on
@click.option("--games", type=click.IntRange(2, 100_000), default=40, show_default=True, help="How many, in pairs.")
@_players
@trial_options
@play_options
@json_option
def duel(
    first: str, second: str, place: str, games: int, *, players: tuple[str, ...], as_json: bool, **asked: Any
) -> None:
    """
    Compare A with B by games in pairs of one seed.

    Two players (commander:veteran:bold, table) exchange chairs within a pair. Two versions of what is played, either
    scenarios or boards by name or readings (KEY=VALUE), keep their players.
    """
    if _is_player(first) and _is_player(second):
        with the_trial(place, **asked) as trial:
            seats = playing_itself(first, "A"), playing_itself(second, "B")
            pairs = chairs_exchanged([(trial.setup, trial.sides)], *seats, asked["seed"], games // 2)
            found = list(played_pairs(pairs, player(asked, lambda done: f"{done} of {len(pairs) * 2} games")))
        _tell_duel(found, first, second, as_json=as_json)
        return
    with _version(first, place, asked) as one, _version(second, place, asked) as other:
        seats_of = players_of(one, players)
        pairs = versions(one.setup, other.setup, seats_of, one.sides[0], asked["seed"], games // 2)
        found = list(played_pairs(pairs, player(asked, lambda done: f"{done} of {len(pairs) * 2} games")))
        _tell_versions(found, first, second, one, as_json=as_json)


def _is_player(text: str) -> bool:
    return text.split(":", maxsplit=1)[0] in PLAYERS


def _version(text: str, place: str, asked: dict[str, Any]) -> Any:
    """Open a version of what is played: a scenario or board by its name, or readings of the one that is meant."""
    if "=" in text:
        return the_trial(place, **{**asked, "readings": (*asked["readings"], *text.split(","))})
    return the_trial(text, **asked)


def _scores(found: Sequence[Result]) -> list[tuple[float, float]]:
    return [
        (score_of(one.records[0], one.pair.counts[0]), score_of(one.records[1], one.pair.counts[1]))
        for one in found
        if not one.fault
    ]


def _tell_duel(found: Sequence[Result], first: str, second: str, *, as_json: bool) -> None:
    pairs, failed = _scores(found), sum(one.fault for one in found)
    if not pairs:
        raise click.ClickException(_NO_PAIR)
    judged = duel_of(pairs)
    results = Counter("won" if s == 1 else "drawn" if s == 0.5 else "lost" for pair in pairs for s in pair)
    if as_json:
        print_json({"first": first, "second": second, "games": judged.games, "share": asdict(judged.share),
                    "elo": {key: _finite(value) for key, value in asdict(judged.elo).items()},
                    "results": dict(results), "failed_pairs": failed})  # fmt: skip
        return
    share, elo = judged.share, judged.elo
    print_lines([
        f"{first} against {second}: {judged.games} games in pairs with exchanged chairs",
        f"  won {results['won']}, drawn {results['drawn']}, lost {results['lost']}",
        f"  share {100 * share.value:.1f} % ({100 * share.low:.0f} to {100 * share.high:.0f})",
        f"  Elo {_elo(elo.value)} ({_elo(elo.low)} to {_elo(elo.high)})",
        *([f"  {failed} pairs do not count: the program failed"] if failed else []),
    ])  # fmt: skip


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None


def _elo(value: float) -> str:
    return f"{value:+.0f}" if abs(value) != float("inf") else "beyond measure"


def _tell_versions(found: Sequence[Result], first: str, second: str, trial: Trial, *, as_json: bool) -> None:
    counted = [one for one in found if not one.fault]
    if not counted:
        raise click.ClickException(_NO_PAIR)
    side, other = trial.sides[0], trial.sides[-1]
    wins = [[score_of(one.records[k], side) for one in counted] for k in (0, 1)]
    gaps = [[_gap(one.records[k], side, other) for one in counted] for k in (0, 1)]
    won, points, failed = mean_difference(*wins), mean_difference(*gaps), len(found) - len(counted)
    if as_json:
        print_json({"first": first, "second": second, "pairs": len(counted), "side": side,
                    "won": asdict(won), "points": asdict(points)})  # fmt: skip
        return
    print_lines([
        f"{first} against {second}: {len(counted)} pairs of one seed, seen from {side}",
        f"  wins {100 * won.value:+.1f} of 100 games more in the first ({100 * won.low:+.0f} to {100 * won.high:+.0f})",
        f"  points over the other side {points.value:+.2f} ({points.low:+.2f} to {points.high:+.2f})",
        *([f"  {failed} pairs do not count: the program failed"] if failed else []),
    ])  # fmt: skip


def _gap(record: GameRecord, side: str, other: str) -> int:
    return record.points.get(side, 0) - record.points.get(other, 0)


@trial_commands.command("tune")
@click.argument("changes", metavar="KEY=VALUE...", nargs=-1, required=True)
@_on
@click.option(
    "--games", type=click.IntRange(4, MOST_GAMES), default=MOST_GAMES, show_default=True, help="At most so many."
)
@click.option(
    "--base", metavar="PLAYER", default="commander", show_default=True, help="The commander whose figures change."
)
@_players
@trial_options
@play_options
@json_option
def tune(
    changes: tuple[str, ...],
    place: str,
    games: int,
    base: str,
    *,
    players: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """
    Try a change by games in pairs, until a sequential test knows whether it is worth 20 points of rating.

    KEY is a figure of a commander (his prices, level or style: leash=80), who then plays against himself without the
    change; or a reading of the rules, and then the question is whether it helps the first side.
    """
    own = [text for text in changes if text.partition("=")[0] in FIGURES]
    if own and len(own) < len(changes):
        raise click.UsageError(_TWO_THINGS)
    with the_trial(place, **asked) as trial:
        if own:
            plain = playing_itself(base, "--base")
            changed = playing_itself(":".join((str(plain), *own)), "KEY=VALUE")
            pairs = chairs_exchanged([(trial.setup, trial.sides)], changed, plain, asked["seed"], games // 2)
            whom = ", ".join(own)
        else:
            new = msgspec.structs.replace(trial.setup, readings=(*trial.setup.readings, *map(reading_of, changes)))
            pairs = versions(new, trial.setup, players_of(trial, players), trial.sides[0], asked["seed"], games // 2)
            whom = f"{', '.join(changes)}, for {trial.sides[0]}"
        tried = list(until_known(pairs, player(asked), _duel_score if own else _version_score))
    _tell_tuned(whom, [result for result, _ in tried], tried[-1][1], own=bool(own), as_json=as_json)


def _duel_score(result: Result) -> float:
    return sum(score_of(record, side) for record, side in zip(result.records, result.pair.counts, strict=True)) / 2


def _version_score(result: Result) -> float:
    side = result.pair.counts[0]
    return change_of(score_of(result.records[0], side), score_of(result.records[1], side))


def _tell_tuned(whom: str, results: Sequence[Result], last: Verdict, *, own: bool, as_json: bool) -> None:
    counted = [one for one in results if not one.fault]
    scores = [(_duel_score if own else _version_score)(one) for one in counted]
    mean, ratio, says, failed = sum(scores) / max(1, len(scores)), last.ratio, last.says, len(results) - len(counted)
    if as_json:
        print_json({"change": whom, "games": 2 * len(counted), "failed_pairs": failed,
                    "share": mean, "ratio": ratio, "verdict": says or "not known"})  # fmt: skip
        return
    told = {"better": "it is better", "no better": "it is no better"}.get(says, "not known: too few games")
    print_lines([
        f"{whom}: {told}",
        f"  {2 * len(counted)} games in pairs, share {100 * mean:.1f} % (even is 50)",
        f"  logarithm of the likelihood ratio {ratio:+.2f}; it is decided beyond {BOUND} or -{BOUND}",
        *([f"  {failed} pairs do not count: the program failed"] if failed else []),
    ])  # fmt: skip
