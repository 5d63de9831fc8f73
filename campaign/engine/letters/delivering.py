"""Deliver letters that should be there, and see who overhears them on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import figure, game_time
from campaign.engine.letters.roads import RULE, seat_hex
from campaign.model.commands import commands_of
from campaign.model.letters import COURIER, MEANS, SHARES, STAFF, UMPIRE, Letter, cut, letter_key, side_of_party
from campaign.model.verbs.hold import LetterReleased
from campaign.model.verbs.letter import DeliverLetters, LetterDelivered, LetterHeard, LetterLost
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ledger import Ledger
    from campaign.model.roll import Roll
    from campaign.model.situation import Situation

__all__ = ["deliver", "deliver_due", "on_the_way", "under_way"]

_AMONG_THEM = 2
"""So much is added to the throw where a courier rides into a hex with an enemy, not only past one."""


def deliver(order: DeliverLetters, by: str, ledger: Ledger) -> None:
    """Deliver what is due, or what the umpire names, at once."""
    if by != UMPIRE:
        raise Refusal(RULE, "only the umpire delivers letters; they come by themselves when the turn is over")
    if not order.letters:
        deliver_due(ledger)
        return
    for key in order.letters:
        letter = under_way(ledger, key)
        if letter.held:
            ledger.record(LetterReleased(letter=key, reason="delivered by hand", rule=RULE))
        for receiver in on_the_way(letter):
            _arrive(ledger, key, receiver, game_time(ledger.situation))


def under_way(ledger: Ledger, key: str) -> Letter:
    """Find a letter that has not come to all it was written to; raises ``Refusal`` if there is none of that id."""
    letter = ledger.state.letters.get(key)
    if letter is None or not list(on_the_way(letter)):
        known = [one.id for one in ledger.state.letters.values() if list(on_the_way(one))]
        out = did_you_mean(key, known) if known else "none is"
        raise Refusal(RULE, f"no letter {key[:20]!r} is on its way; {out}")
    return letter


def deliver_due(ledger: Ledger) -> None:
    """Deliver what should have arrived by now; at the end of the campaign all that is on its way."""
    now = game_time(ledger.situation)
    due = sorted(
        (letter.arrives[receiver], letter.id, receiver)
        for letter in ledger.state.letters.values() if not letter.held
        for receiver in on_the_way(letter) if letter.arrives[receiver] <= now or ledger.state.ended
    )  # fmt: skip
    for at, key, receiver in due:
        _arrive(ledger, key, receiver, at)


def on_the_way(letter: Letter) -> Iterator[str]:
    """List those that a letter is still to come to."""
    if not letter.returned and not letter.heard:
        yield from (key for key in letter.arrives if key not in letter.delivered and key not in letter.lost)


def _arrive(ledger: Ledger, key: str, receiver: str, at: int) -> None:
    letter = ledger.state.letters[key]
    if letter.means == COURIER:
        if _caught(ledger, letter, receiver, at):
            ledger.record(LetterLost(letter=key, receiver=receiver, rule=RULE))
            return
    elif letter.means != STAFF and not letter.listened:
        _listen(ledger, letter, at)
    ledger.record(LetterDelivered(
        letter=key, sender=letter.sender, receiver=receiver, receivers=letter.receivers, means=letter.means,
        form=letter.form, text=letter.changed or letter.text, sent=letter.sent, at=at, rule=RULE,
    ))  # fmt: skip


# --- overhearing ----------------------------------------------------------------------------------------------------


class _Catch(NamedTuple):
    """A command that listened, its dice, and what of the letter it has."""

    side: str
    by: str
    rolls: tuple[Roll, ...]
    share: str = ""
    first: int = 0


def _listen(ledger: Ledger, letter: Letter, at: int) -> None:
    """Throw for each other side that listens: does it overhear a letter, and what share of it."""
    for side in _others(ledger.situation, letter):
        score = figure(ledger.situation, letter.means, "heard", side)
        by = _nearest(ledger.situation, side, letter.sender)
        if not score or not by:
            continue
        roll = ledger.roll(f"listening in {MEANS[letter.means]}", 1, score, RULE, by=side)
        catch = _Catch(side, by, (roll,))
        if roll.hits:
            much = ledger.roll("how much is caught", 1, 0, RULE, by=side)
            share, first = _share(much.dice[0])
            catch = _Catch(side, by, (roll, much), share, first)
        _heard(ledger, letter, at, catch)


def _share(die: int) -> tuple[str, int]:
    """Read how much is caught, and the first word of it: 1 and 2 a fragment, 3 and 4 half, 5 and 6 the whole."""
    return SHARES[(6 - die) // 2], (die - 1) % 2


def _caught(ledger: Ledger, letter: Letter, receiver: str, at: int) -> bool:
    """Throw whether a courier is caught where he rides past an enemy, who then reads the whole."""
    passing = set(letter.ways.get(receiver, ()))
    for side in _others(ledger.situation, letter):
        score = figure(ledger.situation, COURIER, "heard", side)
        there = {one.hex for one in ledger.state.stands.values() if one.on_map and one.side == side}
        near: set[int | None] = {
            close for index in passing for close in ledger.situation.map.layout.grid.within(index, 1)
        }
        if not score or not there & near:
            continue
        among = (("rides into the enemy", _AMONG_THEM),) if there & passing else ()
        roll = ledger.roll_total("a courier on his way", RULE, among, by=side)
        share = SHARES[0] if (roll.total or 0) >= score else ""
        by = _nearest(ledger.situation, side, letter.sender)
        _heard(ledger, letter, at, _Catch(side, by, (roll,), share))
        if share:
            return True
    return False


def _others(situation: Situation, letter: Letter) -> list[str]:
    own = side_of_party(situation.state.setting, letter.sender)
    return [side.key for side in situation.state.setting.sides if own and side.key != own]


def _nearest(situation: Situation, side: str, sender: str) -> str:
    """Name the command of a side whose headquarters is nearest to the sender's; "" if none is on the map."""
    start, grid = seat_hex(situation, sender), situation.map.layout.grid
    seats = {one.id: seat_hex(situation, one.id) for one in commands_of(situation.state.setting) if one.side == side}
    far = {key: grid.distance(start, index) for key, index in seats.items() if index is not None and start is not None}
    return min(far, key=lambda key: (far[key], key), default=next(iter(seats), ""))


def _heard(ledger: Ledger, letter: Letter, at: int, catch: _Catch) -> None:
    text = cut(letter.changed or letter.text, catch.share, catch.first) if catch.share else ""
    ledger.record(LetterHeard(
        letter=letter.id, copy=letter_key(letter.id, catch.by), side=catch.side,
        by=catch.by, means=letter.means, share=catch.share, text=text, at=at,
        sender=side_of_party(ledger.state.setting, letter.sender), rolls=catch.rolls, rule=RULE,
    ))  # fmt: skip
