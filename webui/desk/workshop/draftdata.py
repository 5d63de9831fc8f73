"""Say how a scenario that is being built stands, as data for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.things import Side
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys as rule_keys
from maps.grid.hexgrid import NO_HEX
from maps.problems import Problem, ProblemsFound
from scenarios.drafting.changing import written
from scenarios.drafting.checking import Found, check_draft
from scenarios.drafting.draft import Draft
from scenarios.drafting.fields import HEAD, told_fields, usual
from scenarios.drafting.names import fresh_id
from scenarios.drafting.patterns import patterns
from scenarios.drafting.placing import Room, Standing, hex_of, spot_of
from scenarios.handing.beside import rules_in
from webui.desk.counters import side_payload
from webui.desk.faults import BadRequest
from webui.desk.placenames import place_names

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.drafting.draft import Change, Thing, Things
    from webui.desk.workshop.drafts import OwnDraft, Taken

__all__ = ["added_at", "aimed", "changed_data", "checked_data", "placed", "room_data", "state_data", "words_data"]

_NOWHERE = {"lon": None, "lat": None, "at": ""}


def words_data(own: OwnDraft) -> dict[str, Any]:
    """Give what does not change while a page is open: the fields of all things, patterns, rules."""
    rows = ((key, own.store.ruleset(key, {}).tables.name) for key in rule_keys())
    return {
        "fields": told_fields(),
        "patterns": [{"key": one.key, "name": one.name, "units": one.units} for one in patterns().values()],
        "rules": [list(row) for row in rows],
    }


def state_data(own: OwnDraft) -> dict[str, Any]:
    """Give all things of a scenario, where they lie, and what can be undone."""
    history = own.history()
    things = history.things()
    return {
        "version": history.version, "undo": history.undo_words(), "redo": history.redo_words(), "changed": things,
        "hexes": _hexes(own.hexmap, things), "sides": _sides(things), "in_the_way": [],
    }  # fmt: skip


def changed_data(own: OwnDraft, taken: Taken, before: Things) -> dict[str, Any]:
    """Give what a change did: the things that are otherwise now, None for those that are gone."""
    history, in_the_way = taken
    after = history.things()
    changed = {key: after.get(key) for key in {**before, **after} if before.get(key) != after.get(key)}
    there: Things = {key: one for key, one in changed.items() if one is not None}
    return {
        "version": history.version, "undo": history.undo_words(), "redo": history.redo_words(), "changed": changed,
        "hexes": _hexes(own.hexmap, there), "sides": _sides(after), "in_the_way": [one.what for one in in_the_way],
    }  # fmt: skip


def _hexes(hexmap: HexMap, things: Things) -> dict[str, int]:
    found = {key: hex_of(hexmap, one) for key, one in things.items() if one.get("lon") is not None}
    return {key: index for key, index in found.items() if index != NO_HEX}


def _sides(things: Things) -> list[dict[str, Any]]:
    """Give the sides as the map draws them, by the keys of the draft."""
    rows = Draft(things).of("side")
    return side_payload([Side(key, one["name"], one["colour"], "") for key, one in rows])


def checked_data(own: OwnDraft) -> dict[str, Any]:
    """Give all that is wrong with a scenario as it is now, and what is to be known."""
    history = own.history()
    draft = Draft(history.things())
    try:
        found = check_draft(draft, own.written(draft.things), own.hexmap, own.rules)
    except StoreFault as fault:
        found = [Found("fault", "Rules", fault.problem.what, fault.problem.remedy, HEAD)]
    units, nowhere = draft.of("unit"), [one for _, one in draft.of("unit") if one["lon"] is None]
    return {
        "version": history.version, "rows": found, "units": len(units), "nowhere": len(nowhere),
        "points": _points(draft), "strength": _strength(draft),
    }  # fmt: skip


def _points(draft: Draft) -> dict[str, int]:
    sides = dict.fromkeys((key for key, _ in draft.of("side")), 0)
    for _, one in draft.of("objective"):
        if one["side"] in sides:
            sides[one["side"]] += one["points"] or 0
    return sides


def _strength(draft: Draft) -> dict[str, int]:
    sides = dict.fromkeys((key for key, _ in draft.of("side")), 0)
    for key, one in draft.of("unit"):
        if (side := draft.side_of(key)) in sides:
            sides[side] += one["strength"] or 0
    return sides


def room_data(own: OwnDraft, key: str) -> Room:
    """Say where a unit may not stand."""
    draft = Draft(own.history().things())
    return _standing(own, draft).room(_there(draft, key))


def _there(draft: Draft, key: str) -> str:
    if draft.things.get(key, {}).get("what") != "unit":
        raise BadRequest(404, "unit", f"there is no unit {key[:40]!r}", "load the page again")
    return key


def _standing(own: OwnDraft, draft: Draft) -> Standing:
    return Standing(draft, own.hexmap, _rules_of(own, draft))


def _rules_of(own: OwnDraft, draft: Draft) -> Ruleset:
    key = draft.head["ruleset"]
    if key not in rule_keys():
        raise ProblemsFound([Problem("rules", f"there are none called {key[:40]!r}", "choose others")])
    return own.store.ruleset(key, draft.head.get("rest", {}).get("overrides", {}), rules_in(own.place, key))


def placed(own: OwnDraft, draft: Draft, keys: list[str], index: int | None) -> Change:
    """
    Make the change that puts things in a hex, or takes them off the map.

    A formation's units find room about the hex by the rules; an objective or a source lies in the hex itself.
    """
    rows = [(key, draft.things[key]) for key in keys if key in draft.things]
    if not rows:
        raise BadRequest(404, "unit", "what you put down is not there any more", "load the page again")
    first = str(rows[0][1].get("name"))
    units = [unit for key, one in rows if one["what"] in ("unit", "formation") for unit in draft.units_under(key)]
    if index is None:
        return written(draft, f"take {first} off the map", dict.fromkeys(units or keys, _NOWHERE))
    spots = _standing(own, draft).put_down(units, index) if units else dict.fromkeys((key for key, _ in rows), index)
    fields = {key: _spot(own.hexmap, draft.things[key], at) for key, at in spots.items()}
    more = f" ({len(units)} units)" if len(units) > 1 else ""
    return written(draft, f"put {first}{more} at {_place(own.hexmap, index)}", fields)


def aimed(own: OwnDraft, draft: Draft, key: str, index: int) -> Change:
    """Make the change that adds a place to what a mission goes to."""
    mission = draft.things.get(key, {})
    if mission.get("what") != "mission":
        raise BadRequest(404, "mission", "this mission is not there any more", "load the page again")
    lon, lat = spot_of(own.hexmap, index)
    name = _place(own.hexmap, index)
    return written(
        draft,
        f"a mission goes to {name}",
        {key: {"goals": [*mission["goals"], {"name": name, "lon": lon, "lat": lat}]}},
    )


def _place(hexmap: HexMap, index: int) -> str:
    return place_names(hexmap).get(index) or hexmap.number(index)


def _spot(hexmap: HexMap, thing: Thing, index: int) -> dict[str, Any]:
    lon, lat = spot_of(hexmap, index)
    told: dict[str, Any] = {"lon": lon, "lat": lat}
    if thing["what"] == "unit":
        told["at"] = _place(hexmap, index)
    elif thing["name"] == usual(thing["what"])["name"]:
        told["name"] = _place(hexmap, index)
    return told


def added_at(own: OwnDraft, draft: Draft, what: str, fields: dict[str, Any], index: int) -> dict[str, Any]:
    """Give the fields of a thing that is added in a hex: where it lies, and what it is called after its place."""
    lon, lat = spot_of(own.hexmap, index)
    name = fields.get("name") or _place(own.hexmap, index)
    told = {**fields, "name": name, "lon": lon, "lat": lat}
    return told | ({"id": fresh_id(draft, what, told)} if what == "source" else {})
