"""
Hold the commander, the boards and the Ardennes against their bars, by games that play themselves.

``python -m benchmarks.trials [SEED]`` prints a line for each bar with what was measured; it fails if one is not held,
or if the program failed in any game. It takes an hour or two of one core: ``make trials``, by night.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.seats import Seat
from maps.area.reader import read_area, shipped_area
from maps.gpkg.writer import write
from maps.making.build import build
from scenarios.board import open_board, shipped_boards
from scenarios.scenario import read_scenario, shipped_scenario
from scenarios.trials.duels import chairs_exchanged, played_pairs
from scenarios.trials.many import Task, played, seeds_of
from scenarios.trials.rating import duel_of, score_of
from scenarios.trials.setups import Setup, started
from scenarios.trials.summary import Balance, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenarios.trials.duels import Result
    from scenarios.trials.records import GameRecord

AGAINST_TABLE = {
    "d3_one_hour": 0.90, "three_star_general": 0.90, "two_star_general": 0.90, "zen_operational": 0.75,
    "parkin_generic": 0.75,
}  # fmt: skip
"""The share that the commander is to win against the table of chances, by system."""
GROUNDS = ("harrow_green", "tallow_cross", "lesk_fords", "marl_farm")
PAIRS, FAIR_GAMES, ARDENNES_GAMES = 20, 40, 5
MOST_REFUSED = 0.01
SIDES = ("red", "blue")


class Bar(NamedTuple):
    """What is to hold, what was measured, and whether it does."""

    what: str
    measured: str
    holds: bool


def against_the_table(seed: str) -> Iterator[Bar]:
    """Play the commander against the table of chances in every system, with exchanged chairs."""
    for rules, least in AGAINST_TABLE.items():
        setups = [(Setup(rules=rules, board=board), SIDES) for board in GROUNDS]
        pairs = chairs_exchanged(setups, Seat(), Seat("table"), f"{seed}/{rules}", PAIRS)
        found = list(played_pairs(pairs, played))
        scores = [scores_of(result) for result in found if not result.fault]
        share = duel_of(scores).share if scores else None
        told = f"{100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})" if share else "no game"
        words = f"{rules}: the commander wins {100 * least:.0f} % against the table"
        yield Bar(words, told, share is not None and share.value >= least)
        yield refusals(rules, found)
        yield faults(rules, [record for result in found for record in result.records])


def scores_of(result: Result) -> tuple[float, float]:
    """Give what the first player scores in either game of a pair."""
    first, second = zip(result.records, result.pair.counts, strict=True)
    return score_of(*first), score_of(*second)


def refusals(rules: str, found: list[Result]) -> Bar:
    """Count the orders of the commander that the rules refuse."""
    mine = [(record, side) for one in found for record, side in zip(one.records, one.pair.counts, strict=True)]
    refused = sum(record.refused[side] for record, side in mine)
    tried = refused + sum(record.orders[side] for record, side in mine)
    share = refused / max(1, tried)
    return Bar(f"{rules}: refused orders under 1 %", f"{refused} of {tried}", share < MOST_REFUSED)


def faults(what: str, records: list[GameRecord]) -> Bar:
    """Count the games that the program failed in."""
    failed = [record.seed for record in records if record.fault]
    return Bar(f"{what}: no fault of the program", ", ".join(failed[:3]) or f"{len(records)} games", not failed)


def fair_boards(seed: str) -> Iterator[Bar]:
    """Play each shipped board under the rules that it names, commanders on both sides."""
    for key, path in shipped_boards().items():
        for rules, (red, blue) in open_board(path).battles.items():
            setup = Setup(rules=rules, board=key, red=red, blue=blue)
            seats = tuple((side, Seat()) for side in SIDES)
            games = tuple(played([Task(setup, seats, one) for one in seeds_of(f"{seed}/{key}/{rules}", FAIR_GAMES)]))
            told = verdict(Balance(started(setup)[0], games))
            yield Bar(f"{key} under {rules}: an even fight", told, not told.startswith(("Not fair", "No game")))
            yield faults(f"{key} under {rules}", list(games))


def ardennes(seed: str) -> Iterator[Bar]:
    """Play the Ardennes to the end with commanders on both sides, and hold it against history."""
    folder = shipped_scenario("ardennes_1944")
    with TemporaryDirectory() as place:
        file = Path(place) / "map.gpkg"
        write(build(read_area(shipped_area(read_scenario(folder).area))), file)
        setup = Setup(scenario=str(folder), map_file=str(file))
        seats = (("german", Seat()), ("us", Seat()))
        games = list(played([Task(setup, seats, one) for one in seeds_of(f"{seed}/ardennes", ARDENNES_GAMES)]))
    yield faults("Ardennes", games)
    yield from _as_in_history([game for game in games if not game.fault])


def _as_in_history(games: list[GameRecord]) -> Iterator[Bar]:
    clervaux = [game.falls.get("Clervaux", 99) for game in games]
    yield Bar("Clervaux falls by day 3 in all", str(clervaux), bool(games) and max(clervaux) <= 3)
    bastogne = [game.held["Bastogne"] == "us" for game in games]
    yield Bar("Bastogne is held in all but one", f"{sum(bastogne)} of {len(games)}", sum(bastogne) >= len(games) - 1)
    furthest = [max(row.furthest_km["german"] for row in game.turns) for game in games]
    yield Bar("the furthest German is 45 to 90 km on", str(furthest), all(45 <= km <= 90 for km in furthest))
    lost = [sum(one.kind == "hq" and one.side == "german" for one in game.deaths) for game in games]
    yield Bar("at most two German HQs are lost", str(lost), all(count <= 2 for count in lost))
    out = [100 * _leaderless(game) // 1 for game in games]
    yield Bar("at most 15 % of units and turns out of command", str(out), all(share <= 15 for share in out))
    idle = [(side, day) for game in games for side in ("german", "us") for day in _days_without_attack(game, side)]
    yield Bar("both sides attack every day", str(idle[:5]) if idle else "every day", not idle)


def _leaderless(game: GameRecord) -> float:
    out = sum(count for row in game.turns for count in row.out_of_command.values())
    return out / max(1, sum(count for row in game.turns for count in row.units.values()))


def _days_without_attack(game: GameRecord, side: str) -> Iterator[int]:
    last = {row.day: row.attacks[side] for row in game.turns}
    before = 0
    for day, attacks in sorted(last.items()):
        if attacks == before:
            yield day
        before = attacks


def main() -> int:
    """Print all bars; give the number of those that are not held."""
    seed, missed = (sys.argv[1:] or ["nightly"])[0], 0
    for bars in (against_the_table(seed), fair_boards(seed), ardennes(seed)):
        for bar in bars:
            missed += not bar.holds
            print(f"{'holds ' if bar.holds else 'MISSED'}  {bar.what}: {bar.measured}", flush=True)  # noqa: T201
    return min(missed, 100)


if __name__ == "__main__":
    sys.exit(main())
