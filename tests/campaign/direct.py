"""
Give a view straight from the whole situation, as the rules see it: what the fold of what was told is held against.

Of who holds the hexes and of what stands there a side knows what it was told; ``told`` says that. Left out, it knows
who holds every hex, and of the ground only what is next to its own stands.
"""

import hashlib

import msgspec

from campaign.model.anyorder import order_side
from campaign.model.facts import shown_facts
from campaign.model.formats import Told1
from campaign.model.masks import mask_for
from campaign.model.ownership import own_setting, witnesses
from campaign.model.state import State
from campaign.model.things import NO_SIDE
from campaign.model.viewer import viewer_of

__all__ = ["view_for"]


def view_for(situation, viewer, *, sightings, told=None):
    """Give the situation as a viewer may know it."""
    known = viewer_of(situation.state.setting, viewer)
    if known.kind == "umpire":
        return situation
    mask = mask_for(situation.state, known, situation.tables)
    view = seen_by(situation, mask, sightings(situation, mask.side), told or Told1())
    content = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).digest()
    return situation.with_state(msgspec.structs.replace(view, seq=int.from_bytes(content[:6], "big")))


def known_control(state, mask, told):
    """Give who holds each hex, as far as a side was told; an observer knows nothing."""
    return told.control.get(mask.side, state.control) if mask.commands else bytes([NO_SIDE]) * len(state.control)


def known_ground(situation, mask, told):
    """Give what stands where: next to a side's stands as it is, elsewhere as it was told."""
    state, heard = situation.state, told.ground.get(mask.side, {})
    places = sorted({*heard, *state.ground})
    near = {place for place in places if mask.side in witnesses(state, situation.map, place)}
    known = {place: (state.ground if place in near else heard).get(place, "") for place in places}
    return {place: what for place, what in known.items() if what}


def owned(thing, declared):
    """Give a side's own stand or formation without what is the umpire's alone."""
    return msgspec.structs.replace(thing, facts=shown_facts(thing.facts, declared, type(thing), owner=True))


def seen_by(situation, mask, seen, told):
    """Give the state as a side or command may know it."""
    state, side, declared = situation.state, mask.side, situation.tables.facts
    own = {key: owned(stand, declared) for key, stand in state.stands.items() if stand.side == side}
    known = ({key for key, eyes in seen.items() if mask.sees(key, eyes)} | mask.all_met) - own.keys()
    enemies = [mask.stand(stand) for stand in state.stands.values() if stand.id in known and stand.on_map]
    stands = own | {stand.id: stand for stand in sorted(enemies, key=lambda stand: stand.id)}
    return msgspec.structs.replace(
        state,
        setting=own_setting(state.setting, side),
        stands=stands,
        formations={key: owned(item, declared) for key, item in state.formations.items() if item.side == side},
        contacts=frozenset(pair for pair in mask.pairs(state.contacts) if stands.keys() >= set(pair)),
        assaults=frozenset(pair for pair in mask.assaults(state.assaults) if stands.keys() >= set(pair)),
        ground=known_ground(situation, mask, told),
        control=known_control(state, mask, told),
        handed={key: command for key, command in state.handed.items() if mask.own(key)},
        missions={key: mission for key, mission in state.missions.items() if mask.own(key)},
        declared=tuple(order for order in state.declared if order_side(order, state) == side),
        facts=shown_facts(state.facts, declared, State, owner=True, side=side),
        points={key: points for key, points in state.points.items() if key == side or state.ended},
        spells={},
        seq=0,
    )
