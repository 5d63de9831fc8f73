"""
Seat a person at one side of a campaign whose other sides play themselves.

Whoever holds a side gives its orders from what it knows: he is checked against that, never against what is true.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from campaign.engine.decide import decide
from campaign.engine.deploying import is_deploying
from campaign.engine.imagine import imagined
from campaign.engine.ledger import Refusal
from campaign.model.commands import commands_of
from campaign.model.masks import mask_for
from campaign.model.seats import PERSON
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import UMPIRE, viewer_of
from campaign.store.permission import may_order
from campaign.store.preview import DiceWanted, NoDice, Preview
from webui.desk.faults import BadRequest
from webui.desk.solo import Called, CastFor, may_act, play_phase, seated
from webui.desk.spoken.lines import carry_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.state import State
    from campaign.store.entry import Entry
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["entries_of", "finish_phase", "finishes", "foreseen", "go_on", "holds", "others_play"]

_POOL = re.compile(r"for (?:\([^)]*\)|[^,;(])+?(?= at \d+| needing \d|, \d+ for |;|$)")
"""What dice are for, up to where they are aimed and what they need, which everybody may know who casts them."""
_UNSEEN = "for units that you do not see"
MOST_PHASES = 200
"""Phases that pass in a row before the person is asked, whatever he could do."""


def _read(session: Session) -> State:
    """Give the state as it was read last: a look at a page reads the log once, not once for each question."""
    return session.as_of(session.seq_read).state


def holds(session: Session, viewer: str) -> bool:
    """Whether a person was seated at a side, and so gives its orders from its own page; the umpire always may."""
    return viewer == UMPIRE or _read(session).seats.get(viewer) == PERSON


def others_play(session: Session, side: str) -> bool:
    """Whether all other sides play themselves, so that this one says when a phase is over."""
    played = {player.who for player in seated(session)}
    others = (one for one in commands_of(session.setting) if one.side != side)
    return not any(played.isdisjoint({one.id, one.side}) for one in others)


def finishes(session: Session, viewer: str) -> bool:
    """Whether a side says itself when a phase is over: a person holds it, and all others play themselves."""
    return holds(session, viewer) and others_play(session, viewer)


def foreseen(look: Look, order: AnyOrder) -> Preview:
    """Say what an order would do as far as the side knows that gives it."""
    situation, by = imagined(look.session.ruleset, look.situation), UMPIRE if look.is_umpire else look.side
    try:
        may_order(look.session.setting, order, by)
        return Preview(events=tuple(decide(look.session.ruleset, situation, order, NoDice(), by=by)))
    except Refusal as refusal:
        return Preview(refusal=refusal)
    except DiceWanted as wanted:
        return Preview(dice_wanted=str(wanted))


def entries_of(session: Session, command: str) -> list[Entry]:
    """List what a command that ends a phase has written: each order under the command's name and a number."""
    entries = session.chronicle.entries
    numbers = (name.removeprefix(f"{command}-") for name in entries.command_ids())
    own = [at for at, number in enumerate(numbers) if number.isdecimal()]
    return [entry for entry in (entries[at] for at in own) if entry.command_id.startswith(f"{command}-")]


def go_on(session: Session, side: str, command: str) -> Iterator[str] | None:
    """
    Name what a command that ends a phase has still to send; None if it was carried out to its end.

    Where the program was killed in the middle of it, it goes on after what was written, under names of its own. Once
    somebody has done something else it is over.
    """
    own = entries_of(session, command)
    if not own:
        return (f"{command}-{number}" for number in itertools.count())
    last = own[-1]
    over = isinstance(last.order, EndPhase) and may_act(session, side)
    if over or last.seq != session.seq or session.state.ended:
        return None
    first = 1 + max(int(entry.command_id.removeprefix(f"{command}-")) for entry in own)
    return (f"{command}-{number}" for number in itertools.count(first))


def finish_phase(session: Session, side: str, names: Iterator[str], faces: Sequence[int] | None = None) -> int:
    """
    End the phase for a person: the others play theirs, and on it goes until he may order again; count the orders.

    Parameters
    ----------
    faces
        Dice cast by hand for the next order that wants any.

    Raises
    ------
    BadRequest
        If another side is held by nobody who plays it.
    Refusal
        Where dice must be called in; what was given before that stays. It says whose dice they are, and for what, as
        far as the side may know.
    """
    if not others_play(session, side):
        why = "another side does not play itself; the umpire ends the phase"
        raise BadRequest(409, "phase", why, "ask him, or have him seat a commander at it")
    try:
        return _finish(session, side, names, Called(faces))
    except Refusal as refusal:
        raise _for_side(refusal, session, side) from refusal


def _finish(session: Session, side: str, names: Iterator[str], called: Called) -> int:
    players, given = seated(session), 0
    # Where the first phase has orders of its own, the others give theirs while this side deploys.
    deploying = is_deploying(session.situation) and not any(may_act(session, player.who) for player in players)
    for _ in range(MOST_PHASES):
        if session.state.ended:
            break
        given += 0 if deploying else sum(play_phase(session, player, names, called)[0] for player in players)
        if session.state.ended:
            break
        if session.submit(EndPhase(), command_id=next(names), faces=called.faces).cast_dice:
            called.used()
        deploying = False
        if may_act(session, side):
            # They bear other names: a command that is over ends with the end of a phase.
            carry_on(session)
            break
        carry_on(session, names)
    return given


def _for_side(refusal: Refusal, session: Session, side: str) -> Refusal:
    """Say of wanted dice what a side may know: the side, the hex, what is needed; no name that is new to it."""
    mask = mask_for(session.state, viewer_of(session.setting, side), session.ruleset.tables)
    why = refusal.why
    why = _grouped(_POOL.sub(lambda pool: _UNSEEN if mask.tells(pool[0]) else pool[0], why))
    if not isinstance(refusal, CastFor):
        return Refusal(refusal.rule, why if not mask.tells(why) else "dice are wanted")
    name = next(one.name for one in session.setting.sides if one.key == refusal.by)
    target = getattr(refusal.order, "target", None)
    at = f" at {session.hexmap.number(target)}" if isinstance(target, int) else ""
    words = f"{name}: {type(refusal.order).__name__.lower()}{at}. {why}"
    return Refusal(refusal.rule, words)


def _grouped(why: str) -> str:
    """Ask once for dice that follow one another and are told alike."""
    head, wanted, rest = why.partition(" wanted: ")
    pools, more, after = rest.partition("; ")
    told = (part.split(" ", 1) for part in re.split(r", (?=\d+ for )", pools) if part)
    groups = [
        f"{sum(int(dice) for dice, _ in group)} {what}"
        for what, group in itertools.groupby(told, key=lambda one: one[1])
    ]
    return f"{head}{wanted}{', '.join(groups)}{more}{after}"
