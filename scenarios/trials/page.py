"""Tell what many games of one setup show, as one HTML page with pictures that needs nothing else."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from scenarios.reportpage import report_html
from scenarios.trials.charts import Curve, Share, curves, falls, histogram, shares
from scenarios.trials.mapping import decided_map
from scenarios.trials.summary import Balance, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenarios.trials.records import GameRecord, TurnRow

__all__ = ["balance_html"]

_STYLE = """
.said { font-size: 19px; }
.facts { color: #6d6a61; }
svg { max-width: 100%; height: auto; border: 1px solid #d9cfb4; background: #fdfbf4; border-radius: 3px; }
svg text { font-family: "DejaVu Sans", Verdana, sans-serif; }
svg:not([width$="mm"]) text { font-size: 12px; fill: #2b2a26; }
svg:not([width$="mm"]) text.t { font-weight: bold; font-size: 13px; }
svg:not([width$="mm"]) text.s { fill: #6d6a61; font-size: 11px; }
.g { stroke: #e4dfd0; }
.track { fill: #ece6d5; }
.half { stroke: #6d6a61; stroke-dasharray: 4 4; }
.whisker { stroke: #2b2a26; stroke-width: 1.5; fill: none; }
.dot { fill: #34495e; fill-opacity: .75; }
.ring { fill: none; stroke: #b2332b; stroke-width: 2; }
.charts { display: flex; flex-wrap: wrap; gap: 14px; }
.map svg { width: 100%; background: #f6efdc; }
.map.small svg { max-width: 42rem; }
.map #units { opacity: .45; }
.fault { color: #8c1d18; }
pre { background: #f3ecd9; padding: .6rem; overflow-x: auto; font-size: 12px; }
"""
_DRAWN = "#8d8775"
_MOST_FAULTS = 5
_SMALL = 500
"""Hexes of a board that needs not the whole width."""
_MOST_IDLERS = 40


def balance_html(balance: Balance, *, title: str, rings: Mapping[str, int] | None = None) -> str:
    """
    Make the report.

    Parameters
    ----------
    rings
        On which day places fell in history, where that is known.
    """
    parts = [f"<h1>{escape(title)}</h1>", f'<p class="said">{escape(verdict(balance))}</p>', _facts(balance)]
    if balance.counted:
        parts += [_wins(balance), _courses(balance), _places(balance, rings or {}), _map(balance)]
        parts += [_idlers(balance), _orders(balance), _times(balance)]
    parts.append(_faults(balance))
    return report_html(title, parts, _STYLE)


def _names(balance: Balance) -> dict[str, str]:
    return {side.key: side.name for side in balance.start.state.setting.sides}


def _colours(balance: Balance) -> dict[str, str]:
    return {side.key: side.colour for side in balance.start.state.setting.sides}


def _facts(balance: Balance) -> str:
    first, names = balance.records[0], _names(balance)
    seats = "; ".join(f"{names[side]} by {seat}" for side, seat in first.seats.items())
    broken = sum(not record.over for record in balance.counted)
    told = [
        f"Played: {first.setup}.", f"Players: {seats}.",
        f"{len(balance.counted)} games, seeds {first.seed} to {balance.records[-1].seed}, version {first.version}.",
    ]  # fmt: skip
    if broken:
        told.append(f"{broken} were not played to the end of the rules; in those who is ahead by points has won.")
    if balance.faults:
        told.append(f"{len(balance.faults)} games do not count: the program failed (see below).")
    return f'<p class="facts">{escape(" ".join(told))}</p>'


def _wins(balance: Balance) -> str:
    colours, names = _colours(balance), _names(balance)
    found = [Share(f"{names[side]} wins", colours[side], balance.wins(side)) for side in balance.sides]
    if balance.wins("").value:
        found.append(Share("drawn", _DRAWN, balance.wins("")))
    first, second = balance.sides[0], balance.sides[-1]
    margins = Counter(record.points.get(first, 0) - record.points.get(second, 0) for record in balance.counted)
    gap = histogram(
        "Points of the first more than of the second", f"{names[first]} less {names[second]}", margins, _DRAWN
    )
    words = "The whisker is the interval that holds the true share in 95 trials of 100 (Wilson)."
    return f"<h2>Who wins</h2>{shares('Games won', found)}<p>{words}</p>{gap}"


def _courses(balance: Balance) -> str:
    per = balance.unit

    def chart(title: str, unit: str, figure: Callable[[TurnRow, str], float]) -> str:
        found = [
            Curve(name, _colours(balance)[side], balance.course(lambda row, side=side: figure(row, side)))  # type: ignore[misc]
            for side, name in _names(balance).items()
        ]
        flat = all(point.low == point.high == 0 for curve in found for point in curve.points)
        return "" if flat else curves(title, unit, per, found)

    charts = [
        chart("Points", "points", lambda row, side: row.points[side]),
        chart("Lost so far", balance.start.tables.losses.one + "s", lambda row, side: row.lost[side]),
        chart("Units on the map", "units", lambda row, side: row.units[side]),
        chart("Way gained by fighting units, on the mean", "km", lambda row, side: row.gained_km[side]),
        chart("Way gained by the furthest", "km", lambda row, side: row.furthest_km[side]),
        chart("Attacks and shots so far", "orders", lambda row, side: row.attacks[side]),
        chart(
            "Out of command", "% of units", lambda row, side: 100 * row.out_of_command[side] / max(1, row.units[side])
        ),
        chart("Without a line of supply", "units", lambda row, side: row.cut_off[side]),
    ]
    words = (
        f"At the end of each {per}: the line is the mean, the band holds eight games of ten. A game that is over keeps "
        "its last figures. Way gained is measured from where each unit began, towards the enemy. A chart that would be "
        "empty is left out."
    )
    return f'<h2>How it goes</h2><p>{words}</p><div class="charts">{"".join(charts)}</div>'


def _places(balance: Balance, rings: Mapping[str, int]) -> str:
    places = balance.places()
    if not places:
        return ""
    names, games = _names(balance) | {"": "nobody"}, len(balance.counted)
    last = max([1, *(row.day if balance.by_days else row.turn for one in balance.counted for row in one.turns)])
    known = {name: day for name, day in rings.items() if balance.by_days}
    drawn = falls(f"First taken on {balance.unit}", balance.unit, places, games, known, last)
    rows = [
        (
            place.name,
            ", ".join(f"{names[key]} {100 * n / games:.0f} %" for key, n in place.held.items()),
            f"{place.changes:.1f}",
        )
        for place in places
    ]
    ring = " A ring: when it fell in history." if known else ""
    words = (
        f"A dot is as large as many games; behind the name: in how many it was taken from whoever held it first.{ring}"
    )
    table = _table(("Place", "Holds it at the end", "Changes hands a game"), rows, numbers=(2,))
    return f"<h2>When places fall</h2><p>{words}</p>{drawn}{table}"


def _map(balance: Balance) -> str:
    words = (
        "A disc: units lost there, in the colour of their side, the larger the more. A ring round an objective: in "
        "what share of the games each side holds it at the end. Counters, pale: where the units begin. Point at a sign "
        "for its figures."
    )
    look = "map small" if len(balance.start.map) <= _SMALL else "map"
    return f'<h2>Where it is decided</h2><p>{words}</p><div class="{look}">{decided_map(balance)}</div>'


def _idlers(balance: Balance) -> str:
    found = balance.idlers()
    if not found:
        return "<h2>Units that never matter</h2><p>None: each is ordered and fights in at least half of the games.</p>"
    names = _names(balance)
    rows = [
        (one.stand, one.name, names[one.side], f"{100 * one.unordered:.0f} %", f"{100 * one.unfought:.0f} %")
        for one in found[:_MOST_IDLERS]
    ]
    more = f"<p>and {len(found) - _MOST_IDLERS} more</p>" if len(found) > _MOST_IDLERS else ""
    heads = ("Unit", "Name", "Side", "never ordered", "never in a fight")
    words = "Those that get no order, or are in no fight, in more than half of the games."
    return f"<h2>Units that never matter</h2><p>{words}</p>{_table(heads, rows, numbers=(3, 4))}{more}"


def _orders(balance: Balance) -> str:
    names, kinds = _names(balance), {side: balance.kinds(side) for side in balance.sides}
    every = sorted({kind for found in kinds.values() for kind in found})
    rows = [(kind, *(f"{kinds[side].get(kind, 0):.1f}" for side in balance.sides)) for kind in every]
    rows.append(("refused by the rules", *(f"{100 * balance.refused(side):.1f} %" for side in balance.sides)))
    rows.append(
        ("out of command, of units and turns", *(f"{100 * balance.leaderless(side):.0f} %" for side in balance.sides))
    )
    heads = ("Orders a game", *(names[side] for side in balance.sides))
    return f"<h2>What is ordered</h2>{_table(heads, rows, numbers=range(1, len(heads)))}"


def _times(balance: Balance) -> str:
    half, most, turn = balance.seconds()
    turns = sum(len(record.turns) for record in balance.counted) / len(balance.counted)
    return (
        f"<h2>Time</h2><p>A game has {turns:.1f} turns and takes {half:.1f} s of one core (half of them less, the "
        f"longest {most:.1f} s); a turn {turn:.2f} s, both players' thoughts and the rules together.</p>"
    )


def _faults(balance: Balance) -> str:
    if not balance.faults:
        return "<h2>Faults of the program</h2><p>None.</p>"
    told = [_fault(record) for record in balance.faults[:_MOST_FAULTS]]
    more = (
        f"<p>and {len(balance.faults) - _MOST_FAULTS} more: see the file of trials</p>"
        if len(balance.faults) > _MOST_FAULTS
        else ""
    )
    words = "These games do not count. The same setup, players and seed meet the same fault again."
    return f'<h2 class="fault">Faults of the program</h2><p>{words}</p>{"".join(told)}{more}'


def _fault(record: GameRecord) -> str:
    when = f"day {record.turns[-1].day}, turn {record.turns[-1].turn}" if record.turns else "the first turn"
    return f"<p>Seed {escape(record.seed)}, after {when}:</p><pre>{escape(record.fault)}</pre>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()) -> str:
    right = set(numbers)

    def cells(tag: str, row: Sequence[str]) -> str:
        look = dict.fromkeys(right, ' class="n"')
        return "".join(f"<{tag}{look.get(k, '')}>{escape(cell)}</{tag}>" for k, cell in enumerate(row))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><tr>{cells('th', heads)}</tr>{body}</table>"
