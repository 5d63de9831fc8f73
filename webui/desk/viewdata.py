"""Say what a viewer sees as data for the map and the clock bar."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from campaign.engine.deploying import is_deploying
from campaign.engine.fronts.still import front_words
from campaign.model.calendar import date_of
from campaign.model.commands import command_named
from campaign.model.facts import fact_of
from campaign.model.notation import format_order
from campaign.model.ownership import own_setting
from campaign.model.situation import stands_of
from campaign.model.verbs.scoring import result_words
from campaign.model.viewer import side_of, viewer_of
from campaign.sun import sun_times
from campaign.views import UMPIRE
from maps.palette import shipped_palette
from scenarios.battles.length import last_turn
from scenarios.drawing.bands import bands, ink_on
from scenarios.drawing.frontline import front_lines, watched_from
from scenarios.drawing.names import goal_labels
from scenarios.symbols import sign_of
from webui.desk.chairs import finishes, holds
from webui.desk.counters import side_payload
from webui.desk.moments import moment_list, words_of
from webui.desk.orderwords import order_words

if TYPE_CHECKING:
    import datetime as dt

    import numpy as np
    from numpy.typing import NDArray

    from campaign.model.anyorder import AnyOrder
    from campaign.model.state import State
    from campaign.model.things import Setting, Stand
    from webui.desk.looks import Look

__all__ = ["clock_data", "declared_data", "ending_line", "introductions", "sees", "stand_data", "view_data"]


def view_data(look: Look, *, live: bool, last: int | None = None) -> dict[str, Any]:
    """
    Give all that the map shows of a look, and the clock.

    Parameters
    ----------
    live
        Whether this is how things stand now; only then, and only by the umpire, may orders be given.
    last
        The last log entry that whoever asks may know of; None: all.
    """
    state = look.state
    return {
        "version": look.version,
        "live": live,
        "may_order": live and holds(look.session, look.viewer),
        "may_finish": live and not look.is_umpire and finishes(look.session, look.viewer),
        "deploying": live and is_deploying(look.situation),
        "seats": dict(state.seats),
        "viewer": look.viewer,
        "viewers": viewers_data(state.setting),
        "campaign": {"id": look.session.campaign, "name": look.session.name},
        "clock": clock_data(look),
        "moments": moment_list(look.session, look.viewer, last=last),
        "ended": state.ended,
        "ending": ending_line(state),
        "points": dict(state.points),
        "air_dice": dict(fact_of(state, "air_dice", {})),
        "night": state.clock.night,
        "sides": side_payload(state.setting.sides),
        "stands": [stand_data(look, stand) for stand in stands_of(look.situation)],
        "control": base64.b64encode(state.control).decode("ascii"),
        **drawn_data(look),
        "ground": dict(state.ground),
        "contacts": _contacts(state),
        "fronts": _fronts(look),
        "objectives": _objectives(look),
        "sources": [
            {"id": spot.id, "name": spot.name, "hex": spot.hex, "side": spot.side} for spot in state.setting.sources
        ],
        "declared": declared_data(look),
    }


def _objectives(look: Look) -> list[dict[str, Any]]:
    spots = look.state.setting.objectives
    labels = goal_labels(look.hexmap, ((spot.name, spot.hex) for spot in spots))
    return [
        {"name": spot.name, "label": label, "hex": spot.hex, "side": spot.side, "points": spot.points,
         "by_day": spot.by_day}
        for spot, label in zip(spots, labels, strict=True)
    ]  # fmt: skip


def ending_line(state: State) -> str:
    """Say how it ended, with the points of every side; "" while it goes on."""
    if not state.ended:
        return ""
    told = result_words({side.key: side.name for side in state.setting.sides}, state.points, state.winner)
    return f"{told[:1].upper()}{told[1:]}."


def viewers_data(setting: Setting) -> list[dict[str, str]]:
    """List who may look: the umpire, and the sides."""
    return [{"key": UMPIRE, "name": "Umpire"}, *({"key": side.key, "name": side.name} for side in setting.sides)]


def sees(setting: Setting, viewer: str) -> str:
    """Name who looks, as his page calls him: "the German side", "28th Division", "an observer"."""
    found = viewer_of(setting, viewer)
    command = command_named(setting, found.key) if found.kind == "command" else None
    if command is not None:
        return command.name
    names = {side.key: f"the {side.name} side" for side in setting.sides}
    return names.get(found.key, "the umpire" if found.kind == UMPIRE else "an observer")


def introductions(setting: Setting, viewer: str) -> list[tuple[str, str]]:
    """
    Give the texts that a viewer reads before the first turn, each under its heading.

    The common one is for all; of those of the sides he reads his own, and the umpire all of them and his notes.
    """
    known = viewer_of(setting, viewer)
    own = setting if viewer == UMPIRE else own_setting(setting, side_of(setting, known))
    names = {side.key: side.name if viewer == UMPIRE else "" for side in setting.sides}
    texts = [("", own.introduction), *((names[key], text) for key, text in own.introductions.items())]
    return [(heading, text) for heading, text in (*texts, ("For the umpire", own.umpire_notes)) if text.strip()]


def stand_data(look: Look, stand: Stand) -> dict[str, Any]:
    """Give a counter: what stands on it, where, and in what state."""
    profile, known = stand.profile, look.knows(stand)
    return {
        "id": stand.id, "hex": stand.hex, "side": stand.side, "kind": profile.kind, "size": profile.size,
        "mover": profile.mover, "traits": sorted(profile.traits), "name": profile.name or _unknown(stand),
        "short": profile.short, "strength": look.strength(stand),
        "full": look.full_strength(stand),
        "marks": sorted(stand.marks), "isolated": fact_of(stand, "isolated", 0), "masked": not known,
        "facing": stand.facing, "reported": _reported(look, stand),
        "symbol": sign_of(profile), "division": look.division(stand.formation) if known else "",
    }  # fmt: skip


def _reported(look: Look, stand: Stand) -> str:
    """Say when a friend of another command was reported there; "" of all others."""
    clock = look.reports.get(stand.id)
    if clock is None:
        return ""
    words = words_of(clock, look.tables)
    return f"day {words['day']}, {words['turn']}"


def _unknown(stand: Stand) -> str:
    kind = "" if stand.profile.kind == "unknown" else f"{stand.profile.kind} "
    return f"unidentified {kind}{stand.profile.size}".replace("_", " ")


def _contacts(state: State) -> list[list[int]]:
    """Give the hexes of stands in contact, each pair of hexes once."""
    hexes = {
        tuple(sorted((a, b)))
        for pair in state.contacts
        for a, b in [tuple(state.stands[key].hex if key in state.stands else None for key in pair)]
        if a is not None and b is not None
    }
    return [list(pair) for pair in sorted(hexes)]


def drawn_data(look: Look) -> dict[str, Any]:
    """Give what the map draws of who stands where: the front, and the divisions' colours."""
    return {"front": front_data(look), "divisions": divisions_data(look)}


def divisions_data(look: Look) -> dict[str, dict[str, str]]:
    """Give the divisions of the sides that the viewer leads, with the colours of their bands, as on paper."""
    formations, palette = look.state.formations, shipped_palette()
    return {
        key: {"name": formations[key].name, "short": formations[key].short or formations[key].name,
              "size": formations[key].size, "colour": palette.colour(band.colour),
              "stripe": palette.colour(band.stripe), "ink": palette.colour(ink_on(palette.colour(band.colour)))}
        for key, band in bands(look.formations).items()
    }  # fmt: skip


def front_data(look: Look) -> list[dict[str, Any]]:
    """Give the front as the viewer knows it: whose ground lies at its sides, and its points in hex radii."""
    sides = look.state.setting.sides
    return [
        {"left": sides[line.left].key, "right": sides[line.right].key, "closed": line.closed, "stale": line.stale,
         "points": line.points.round(2).ravel().tolist()}
        for line in front_lines(look.hexmap, look.state.control, _watched(look))
    ]  # fmt: skip


def _watched(look: Look) -> NDArray[np.bool_] | None:
    """Say of each hex whether the viewer sees now who holds it; None of the umpire and of observers."""
    if not look.side:
        return None
    own = (one for one in stands_of(look.situation, look.side) if one.id not in look.reports)
    return watched_from(look.hexmap, [one.hex for one in own if one.hex is not None])


def _fronts(look: Look) -> list[dict[str, Any]]:
    """List the fronts that stand still: the hexes that the viewer knows of, and until when, by their first hex."""
    known = [front for front in look.state.fronts.values() if front.hexes]
    return [
        {"hexes": list(front.hexes), "words": front_words(look.situation, front)}
        for front in sorted(known, key=lambda one: one.hexes)
    ]


def declared_data(look: Look) -> list[dict[str, Any]]:
    """Give the orders that wait for the phase's end, as the viewer knows them."""
    return [_declared(look, order) for order in look.state.declared]


def _declared(look: Look, order: AnyOrder) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": type(order).__name__,
        "stand": getattr(order, "stand", None),
        "formation": getattr(order, "formation", None),
        "notation": format_order(order, look.hexmap),
        "words": order_words(order, look),
    }
    if (path := getattr(order, "path", None)) is not None:
        told |= {"path": list(path)} | {name: getattr(order, name, False) for name in ("attack", "transport")}
    return told


def clock_data(look: Look) -> dict[str, Any]:
    """Give day, date, turn, phase, sun, moon and weather."""
    state, tables = look.state, look.tables
    setting, clock = state.setting, state.clock
    date = date_of(setting.start, clock.day)
    return {
        **words_of(clock, tables),
        "turn_word": tables.turn_word,
        "last_turn": last_turn(look.situation, look.play),
        "side": clock.side,
        "days": setting.days,
        "date": f"{date:%A}, {date.day} {date:%B %Y}",
        "short_date": f"{date:%a} {date.day} {date:%b %Y}",
        "phase_key": clock.phase,
        "rule": tables.phase(clock.phase).rule,
        "weather": state.weather,
        "forecast": fact_of(state, "forecast", ""),
        "sun": _sun(setting, date),
    }


def _sun(setting: Setting, date: dt.date) -> dict[str, Any]:
    times = sun_times(date, setting.latitude, setting.longitude, setting.utc_offset_h)
    return {
        "rise": _hour(times.sunrise), "set": _hour(times.sunset), "dawn": _hour(times.dawn), "dusk": _hour(times.dusk),
        "light": times.light, "moon": times.moon_phase, "moon_lit": times.moon_lit,
    }  # fmt: skip


def _hour(moment: dt.datetime | None) -> str | None:
    return None if moment is None else f"{moment:%H:%M}"
