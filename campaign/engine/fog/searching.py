"""
Look where commands had last known of an enemy, and say where nobody is now.

Whether a place is looked at is asked of the rules themselves: a stand like the one that was lost is thought to be there
still, and whoever would see it looks there. All is worked out from what the command knows, so it tells nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.fog.insight import in_sight
from campaign.engine.knowing import view_of
from campaign.model.commands import commands_of
from campaign.model.masks import mask_for
from campaign.model.things import Profile, Stand
from campaign.model.verbs.sighting import Searched
from campaign.model.viewer import Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.knowing import Known
    from campaign.engine.ruleset import Play
    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation
    from campaign.model.verbs.deception import PrisonersTalked
    from campaign.model.verbs.fog import RumourSpread

__all__ = ["OLDEST", "in_vain", "looked_for"]

OLDEST = 4
"""So many turns old, what was known of an enemy is history, and nobody looks for him there any more."""

change = msgspec.structs.replace


def in_vain(situation: Situation, known: Mapping[Viewer, Known], play: Play) -> Iterator[AnyEvent]:
    """Say where commands look now in vain for the enemies that they lost from sight."""
    for command in commands_of(situation.state.setting):
        viewer = Viewer("command", command.id)
        knows = known.get(viewer)
        hexes = () if knows is None else _empty(knows, situation, play)
        if hexes:
            yield Searched(hexes=hexes, by=(command.id,))


def _empty(known: Known, situation: Situation, play: Play) -> tuple[int, ...]:
    wanted = looked_for(known)
    if not wanted:
        return ()
    view = view_of(known)
    mask = mask_for(view, known.viewer, situation.tables)
    own = {key: stand for key, stand in view.stands.items() if mask.mine(key)}
    thought = {f"lost-{index}": change(stand, id=f"lost-{index}") for index, stand in wanted.items()}
    state = change(view, stands=own | thought, contacts=frozenset(), assaults=frozenset())
    seen = play.sightings(situation.with_state(state), mask.side)
    return tuple(sorted(index for index in wanted if f"lost-{index}" in seen))


def looked_for(known: Known) -> dict[int, Stand]:
    """Give the enemies that are looked for, each by the hex where he was known last; none where one is seen now."""
    found: dict[int, Stand] = {}
    for sight in in_sight(known).lost:
        if known.turn - sight.turn <= OLDEST and (index := sight.face.hex) is not None:
            found[index] = sight.face
    for word in known.rumours:
        if not word.gone and known.turn - word.turn <= OLDEST:
            found.setdefault(word.event.hex, _thought_of(word.event))
    taken = {sight.face.hex for sight in in_sight(known).now.values()} if found else ()
    return {index: stand for index, stand in found.items() if index not in taken}


def _thought_of(event: RumourSpread | PrisonersTalked) -> Stand:
    """Give the stand that a rumour or a prisoner tells of."""
    profile = Profile("", "", event.side, event.kind, event.size, strength=0, mover="")
    return Stand("", "", profile, event.hex)
