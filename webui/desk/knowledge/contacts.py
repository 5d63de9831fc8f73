"""Say what a viewer knows of the enemy, contact by contact, as data and as a table to take away."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from campaign.knowledge.contact import SOURCES, STAGES, age_words
from campaign.model.commands import command_named, commands_of
from campaign.model.known.sightings import DUMMIES, Fog
from campaign.spoken.cells import inert
from webui.desk.knowledge.dummies import own_dummies
from webui.desk.knowledge.truth import referents, true_rumours
from webui.desk.moments import words_of
from webui.desk.placenames import hex_words, place_names

if TYPE_CHECKING:
    from campaign.knowledge.contact import Contact
    from campaign.model.calendar import Clock
    from webui.desk.looks import Look, Looks

__all__ = ["contact_line", "contacts_csv", "contacts_data", "strength_words", "what_words"]

_COLUMNS = ("stage", "hex", "place", "side", "what", "strength", "seen", "age", "source", "confidence", "via",
            "may have gone", "perhaps the same as", "said", "moved on towards", "seen badly")  # fmt: skip


def contacts_data(look: Look) -> dict[str, Any]:
    """Give what a viewer knows of the enemy, and his own dummies; of the umpire, who knows all, the dummies alone."""
    known = [*own_dummies(look.state, look.hexmap), *look.contacts]
    plain = look.state.fog == Fog(look.state.fog.reports)
    named = {one.id: f"{what_words(one)} in {look.hexmap.number(one.hex)}" for one in known}
    return {
        "version": look.version,
        "of": "" if look.is_umpire else look.viewer,
        "commands": [],
        "contacts": [contact_data(look, one, named) for one in known],
        "deceives": "" if plain else deception_words(look.state.fog),
    }


def deception_words(fog: Fog) -> str:
    """Say how far what is seen may deceive in this campaign."""
    seen = f"Of 100 seen from afar or by night {fog.mistaken or 'none'} are taken for something else."
    talk = f"Prisoners talk on {fog.prisoners} or more." if fog.prisoners else "Prisoners are not asked."
    return f"{seen} {talk} {DUMMIES[fog.dummies].capitalize()}."


def known_to(whole: Look, theirs: Look) -> dict[str, Any]:
    """Give the umpire what another viewer knows of the enemy, each contact with the truth beside it."""
    truth = referents(whole.situation, theirs.viewer)
    told = contacts_data(theirs)
    for row in told["contacts"]:
        # An inferred contact is of whom it was inferred from.
        truth.setdefault(row["id"], truth.get(row["id"].removesuffix("-on"), ""))
    is_said = any(row["words"] for row in told["contacts"])
    so = true_rumours(whole.session.live_events(whole.seq)) if is_said else frozenset()
    for row in told["contacts"]:
        stand = whole.state.stands.get(truth.get(row["id"], ""))
        row["truth"] = _truth(whole, stand.id) if stand is not None else _said_truly(whole, row["id"], truth, so)
        row["truth_hex"] = stand.hex if stand is not None and stand.on_map else None
    return told | {"version": whole.version, "commands": viewers_list(whole)}


def viewers_list(look: Look) -> list[dict[str, str]]:
    """List whose knowledge the umpire may look at: all commands, and the sides that have several."""
    setting = look.state.setting
    found = [{"key": one.id, "name": one.name} for one in commands_of(setting)]
    known = {row["key"] for row in found}
    return [*({"key": side.key, "name": side.name} for side in setting.sides if side.key not in known), *found]


def _said_truly(whole: Look, key: str, truth: dict[str, str], so: frozenset[str]) -> str:
    """Say what is behind a contact that no unit is behind: a dummy, or words that are true."""
    if truth.get(key) in whole.state.dummies or key in whole.state.dummies:
        return "a dummy"
    return "it is true" * (key in so)


def _truth(whole: Look, key: str) -> str:
    stand = whole.state.stands[key]
    where = "not on the map" if not stand.on_map or stand.hex is None else hex_words(whole.hexmap, stand.hex)
    profile = stand.profile
    return f"{profile.short or profile.name or stand.id} ({profile.kind} {profile.size}): {where}"


def contact_data(look: Look, one: Contact, named: dict[str, str]) -> dict[str, Any]:
    """Give a contact as a row of the list and a mark on the map."""
    return {
        "id": one.id, "side": one.side, "hex": one.hex, "number": look.hexmap.number(one.hex),
        "place": place_names(look.hexmap).get(one.hex), "kind": one.kind, "size": one.size, "name": one.name,
        "short": one.short, "what": what_words(one), "strength": strength_words(one),
        "seen": _when(look, one.seen), "age": one.age, "age_words": age_words(one.age, look.tables.turn_word),
        "stage": one.stage, "stage_words": STAGES[one.stage], "source": one.source,
        "source_words": SOURCES[one.source], "confidence": one.confidence, "via": [_who(look, who) for who in one.via],
        "now": one.now, "radius": one.radius, "others": list(one.others),
        "same": [named[key] for key in one.same if key in named], "words": one.words,
        "doubtful": one.doubtful, "towards": None if one.towards is None else look.hexmap.number(one.towards),
    }  # fmt: skip


def what_words(one: Contact) -> str:
    """Say what a contact is, as far as it is known."""
    if one.short or one.name:
        return one.short or one.name
    kind = "" if one.kind == "unknown" else one.kind
    size = "" if one.size in {"unknown", "counter"} else one.size
    return f"unidentified {' '.join(filter(None, (kind, size))) or 'unit'}".replace("_", " ")


def strength_words(one: Contact) -> str:
    """Say how strong a contact was, or that it is not known."""
    low, high = one.strength_low, one.strength_high
    if low is None or high is None:
        return "?"
    return str(low) if low == high else f"{low}-{high}"


def _when(look: Look, clock: Clock) -> str:
    words = words_of(clock, look.tables)
    return f"day {words['day']}, {words['turn']}"


def _who(look: Look, who: str) -> str:
    command = command_named(look.state.setting, who)
    if command is not None:
        return command.name
    stand = look.state.stands.get(who)
    return who if stand is None else stand.profile.short or stand.profile.name or who


def contact_line(row: dict[str, Any]) -> str:
    """Say a contact in one line of text."""
    same = f"; perhaps the same as {', '.join(row['same'])}" if row["same"] else ""
    gone = f"; up to {row['radius']} hexes on by now" if row["radius"] else ""
    via = f" by {', '.join(row['via'])}" if row["via"] else ""
    said = f'; "{row["words"]}"' if row["words"] else ""
    said += f"; moved on towards {row['towards']}" if row["towards"] else ""
    said += "; from afar or by night: it may be something else" if row["doubtful"] else ""
    place = f" ({row['place']})" if row["place"] else ""
    return (
        f"{row['number']}{place}: {row['what']}, strength {row['strength']}; {row['seen']} ({row['stage_words']}), "
        f"{row['source_words']}{via}, {row['confidence']} of 5{gone}{same}{said}"
    )


def contacts_csv(look: Look, looks: Looks) -> bytes:
    """Write what a viewer knows of the enemy as a table; for the umpire that of every command, with the truth."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    if not look.is_umpire:
        table.writerow(_COLUMNS)
        table.writerows(_cells(look, row) for row in contacts_data(look)["contacts"])
        return out.getvalue().encode()
    table.writerow(("known to", *_COLUMNS, "truth"))
    for command in commands_of(look.state.setting):
        theirs = looks.look(look.session, command.id, look.seq)
        for row in known_to(look, theirs)["contacts"]:
            table.writerow([inert(command.name), *_cells(look, row), inert(row["truth"])])
    return out.getvalue().encode()


def _cells(look: Look, row: dict[str, Any]) -> list[str]:
    sides = {side.key: side.name for side in look.state.setting.sides}
    gone = f"{row['radius']} hexes" if row["radius"] else ""
    told = (row["stage_words"], row["number"], row["place"] or "", sides.get(row["side"], row["side"]), row["what"],
            row["strength"], row["seen"], row["age_words"], row["source_words"], str(row["confidence"]),
            ", ".join(row["via"]), gone, ", ".join(row["same"]), row["words"], row["towards"] or "",
            "yes" if row["doubtful"] else "")  # fmt: skip
    return [inert(cell) for cell in told]
