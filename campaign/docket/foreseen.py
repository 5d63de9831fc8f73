"""Say what becomes of a sheet's lines where orders take their time: from when each unit does what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from campaign.docket.delays import Posts
from campaign.engine.letters.figures import game_time
from campaign.model.sheets import NEVER
from campaign.spoken.times import now_of, time_words
from campaign.spoken.verdicts import Outcome, verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.engine.ruleset import Play, Ruleset
    from campaign.model.sheets.intents import Intent, Line, When
    from campaign.model.situation import Situation
    from campaign.model.things import Command
    from campaign.spoken.verdicts import Kept, Verdict

__all__ = ["foreseen", "turn_at"]

_MOST_PHASES = 2000
"""So many phases are looked ahead for the turn that an order is carried out in."""


def foreseen(
    lines: Sequence[Line], view: Situation, ruleset: Ruleset, command: Command, kept: Kept | None = None
) -> tuple[Verdict, ...]:
    """
    Say what becomes of a command's lines, as ``verdicts`` does; where an order comes late, from when.

    Parameters
    ----------
    view
        What the command knows; it must come from its view.
    """
    posts = Posts(view, command)
    if not posts.means:
        return verdicts(lines, view, ruleset, command.side, kept)
    asked = [
        msgspec.structs.replace(
            line, intents=tuple(part for one in line.intents for part in _parts(one, posts, ruleset))
        )
        for line in lines
    ]
    found = verdicts(asked, view, ruleset, command.side, kept)
    return tuple(
        verdict._replace(
            line=line, outcomes=tuple(_late(verdict.line, one, posts, ruleset) for one in verdict.outcomes)
        )
        for line, verdict in zip(lines, found, strict=True)
    )


def _parts(intent: Intent, posts: Posts, ruleset: Ruleset) -> Iterator[Intent]:
    """Cut an intent by when it comes to its units, and let each begin then."""
    for coming, part in posts.parts(intent):
        if not coming.at or coming.at == NEVER:
            yield part
            continue
        start = turn_at(posts.view, ruleset.play, coming.at)
        yield part if part.start and part.start > start else msgspec.structs.replace(part, start=start)


def _late(line: Line, outcome: Outcome, posts: Posts, ruleset: Ruleset) -> Outcome:
    """Say of a unit when its order comes; what the rules forbid now may be right then."""
    intent = next((one for one in line.intents if outcome.stand in one.who), None)
    coming = posts.latest(intent) if intent is not None and intent.column else posts.coming(outcome.stand)
    if not coming.at:
        return outcome
    if coming.why:
        return Outcome(outcome.stand, "later", coming.words)
    when = time_words(turn_at(posts.view, ruleset.play, coming.at), posts.view.tables.turn_word)
    words = f"as things are it cannot ({outcome.words})" if outcome.state == "refused" else outcome.words
    told = f"{words}; {coming.words}, and counts from {when} on"
    return outcome._replace(state="doubt" if outcome.state == "doubt" else "later", words=told, orders=())


def turn_at(view: Situation, play: Play, at: int) -> When:
    """Give the first turn, this one or a later, that begins at a game time or after it."""
    # A phase that is repeated for as long as somebody acts in it says nothing of later turns: it counts once here.
    phases = tuple(msgspec.structs.replace(row, repeats=False) for row in view.tables.phases)
    here = replace(view, tables=msgspec.structs.replace(view.tables, phases=phases))
    for _ in range(_MOST_PHASES):
        if game_time(here) >= at:
            break
        here = here.with_state(msgspec.structs.replace(here.state, clock=play.next_clock(here)))
    return now_of(here.state.clock)
