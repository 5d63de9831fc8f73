"""Print what is filled in by hand: message slips, and a form for the result of each fight."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from campaign.model.letters import FORMS, MEANS, UMPIRE, party_name, writers_of
from scenarios.battles.fights import fights
from scenarios.printshop.forms import Fight, Fighter, Slip, message_slips, result_forms
from webui.desk.moments import words_of
from webui.desk.placenames import hex_words
from webui.desk.prints.printable import OWN_FORCES, Printable, page_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.things import Stand
    from webui.desk.looks import Look
    from webui.desk.prints.printable import Options, Source

__all__ = ["PRINTABLES", "fights_of"]

_MOST_PLACES, _MOST_FIGHTS = 3, 24


def _messages(source: Source, options: Options) -> bytes:
    look = source.look
    setting = look.state.setting
    path = "/letters" if look.is_umpire else "/letters?write=free"
    sender = "the umpire" if look.is_umpire else party_name(setting, look.viewer)
    means = tuple(words.partition(" ")[2] for words in MEANS.values())
    address = page_of(look, options, path)
    slip = Slip(sender, _when(look), tuple(_receivers(look)), means, tuple(FORMS.values()), address)
    return message_slips(slip, options.paper)


def _receivers(look: Look) -> list[str]:
    """Name whom a viewer can write to: the other commands of his side, all of them, the umpire."""
    setting = look.state.setting
    if look.is_umpire:
        return [side.name for side in setting.sides]
    others = [key for key in writers_of(setting, look.side) if key not in {look.viewer, look.side, UMPIRE}]
    return [*(party_name(setting, key) for key in others), "the umpire"]


def _results(source: Source, options: Options) -> bytes:
    look = source.look
    path = "/battles" if look.is_umpire else "/letters?write=report"
    return result_forms(
        look.session.name, _when(look), fights_of(look, options), f"{look.tables.losses.one}s",
        page_of(look, options, path), options.paper,
    )  # fmt: skip


def _when(look: Look) -> str:
    clock = words_of(look.state.clock, look.tables)
    return f"Day {clock['day']}, {clock['turn']}"


def fights_of(look: Look, options: Options) -> list[Fight]:
    """
    List the fights that forms are printed for, as far as a viewer knows of them.

    The battles that are being fought on tables come first, for the umpire, who alone knows of them; then the fights
    where an attack is ordered, or, if there are none of both, where sides stand against each other.
    """
    state = look.state
    found = []
    for code, battle in state.battles.items() if look.is_umpire else ():
        address = page_of(look, options, f"/battles/{quote(code)}/result")
        found.append(
            _fight(look, [state.stands[key] for key in battle.stands if key in state.stands], battle.name, address)
        )
    known = fights(look.situation, look.session.ruleset)
    chosen = [one for one in known if one.declared] or ([] if found else list(known))
    for one in chosen[:_MOST_FIGHTS]:
        stands = [state.stands[key] for keys in one.stands.values() for key in keys]
        found.append(_fight(look, stands, _places(look, one.hexes)))
    return found


def _places(look: Look, hexes: Sequence[int]) -> str:
    more = f" and {len(hexes) - _MOST_PLACES} more hexes" if len(hexes) > _MOST_PLACES else ""
    return ", ".join(hex_words(look.hexmap, index) for index in hexes[:_MOST_PLACES]) + more


def _fight(look: Look, stands: Iterable[Stand], where: str, address: str = "") -> Fight:
    ordered = sorted(stands, key=lambda one: (one.hex or 0, one.id))
    rows = [(side.name, tuple(_fighter(look, one) for one in ordered if one.side == side.key))
            for side in look.state.setting.sides]  # fmt: skip
    return Fight(where, tuple((name, units) for name, units in rows if units), address)


def _fighter(look: Look, stand: Stand) -> Fighter:
    profile = stand.profile
    what = (f"{profile.size} HQ" if profile.kind == "hq" else f"{profile.kind} {profile.size}").replace("_", " ")
    number = "" if stand.hex is None else look.hexmap.number(stand.hex)
    return Fighter(profile.short or profile.name or f"unidentified {what}", what, number, look.strength(stand))


PRINTABLES = (
    Printable("messages", "Message slips, four on a page, with a code to the page of letters", "orders", _messages,
              viewers=OWN_FORCES),
    Printable("results", "Forms for the results of fights, with a box for each point", "battle", _results,
              viewers=OWN_FORCES),
)  # fmt: skip
