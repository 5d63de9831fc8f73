"""Ask what may come of an order, or of the next turn: a hundred plays in memory, and no trace in the log."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from campaign.engine.simulate import mean_of, share_of
from campaign.engine.watch import Audience
from campaign.model.anyorder import order_side
from campaign.model.commands import commands_of
from campaign.model.notation import parse_order
from campaign.model.viewer import UMPIRE, Viewer
from campaign.solo.memory import recalled
from campaign.store.history import live_seqs
from scenarios.trials.whatif import Moment, WhatIf, after_orders, after_turns
from webui.desk.solo import player_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.simulate import Tally
    from campaign.model.situation import Situation
    from campaign.store.session import Session

__all__ = ["MOST_SECONDS", "PLAYS", "moment_of", "what_if", "what_if_data"]

PLAYS = 100
MOST_SECONDS = 8.0
"""A page waits for no more plays after so long; it is told how many there were."""


def moment_of(session: Session, seq: int | None = None) -> Moment:
    """
    Take a campaign as it is, or was after an entry: what is so, and what every side knows and remembers.

    Raises
    ------
    IndexError
        If there is no such entry.
    """
    chronicle = session.chronicle
    at = chronicle.seq if seq is None else seq
    situation = session.as_of(at)
    commands = commands_of(session.setting)
    sides = [command.side for command in commands]
    viewers = [Viewer("command", one.id) for one in commands]
    viewers += [Viewer("side", side.key) for side in session.setting.sides if sides.count(side.key) > 1]
    audience = Audience(situation, {viewer: session.known(viewer, at) for viewer in viewers})
    players = [player_of(session, side.key) for side in session.setting.sides]
    past = [chronicle.entries[one - 1].events for one in reversed(live_seqs(chronicle, at))]
    memories = {player.side: recalled(past, player.who, planned=player.plans) for player in players}
    return Moment(session.ruleset, audience, {player.side: player.seat for player in players}, memories)


def what_if(
    session: Session, *, seq: int | None = None, notations: Sequence[str] = (), turns: int = 1, plays: int = 100,
    most_seconds: float = 0.0,
) -> WhatIf:  # fmt: skip
    """
    Play orders to the end of their phase, or so many turns if there are none.

    Raises
    ------
    NotParseable
        If an order cannot be read.
    IndexError
        If there is no such entry.
    """
    moment = moment_of(session, seq)
    situation = moment.audience.situation
    seed = f"{session.setting.seed}/what if/{situation.state.seq}"
    if not notations:
        return after_turns(moment, turns, plays=plays, seed=seed, most_seconds=most_seconds)
    orders = [parse_order(text, situation.map, situation.state) for text in notations]
    given = [(order, order_side(order, situation.state) or UMPIRE) for order in orders]
    return after_orders(moment, given, plays=plays, seed=seed, most_seconds=most_seconds)


def what_if_data(told: WhatIf, situation: Situation) -> dict[str, Any]:
    """Give what came of the plays as the page shows it."""
    found = told.found
    names = {side.key: side.name for side in situation.state.setting.sides} | {"": "nobody"}
    hurt = {key: tally for key, tally in found.stands.items() if set(tally.losses) != {0} or len(tally.fates) > 1}
    return {
        "plays": found.times,
        "refusal": None if told.refused is None else {"rule": told.refused.rule, "why": told.refused.why},
        "word": situation.tables.losses.one,
        "sides": [
            {"key": key, "name": names[key], "colour": found.colours[key], "losses": _spread(tally.losses),
             "lost": _spread(_whole(tally.fates)), "ground": _spread(told.ground[key])}
            for key, tally in found.sides.items()
        ],
        "stands": [{"stand": key, **_stand(tally, found.times)} for key, tally in sorted(hurt.items())],
        "places": [
            {"name": name, "held": [{"name": names[key], "share": held[key] / found.times} for key in sorted(held)]}
            for name, held in told.places.items()
        ],
        "ends": [{"words": words, "share": n / found.times} for words, n in found.ends.most_common()],
    }  # fmt: skip


def _whole(fates: Counter[str]) -> Counter[int]:
    """Read how many stands a side lost, which is counted as words."""
    return Counter({int(text): n for text, n in fates.items()})


def _spread(counts: Counter[int]) -> dict[str, Any]:
    """Give a distribution: its mean with the interval, and how often each number came."""
    mean, of = mean_of(counts), counts.total()
    return {
        "mean": mean.value, "low": mean.low, "high": mean.high,
        "counts": [{"number": number, "share": counts[number] / of} for number in sorted(counts)],
    }  # fmt: skip


def _stand(tally: Tally, plays: int) -> dict[str, Any]:
    fates = [{"words": words, "share": share_of(n, plays).value} for words, n in tally.fates.most_common()]
    return {"name": tally.name, "side": tally.side, "mean": mean_of(tally.losses).value, "fates": fates}
