"""Give a command's box as data: what came, what waits, what went, and whom it can write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import figure, game_time
from campaign.engine.letters.roads import journey
from campaign.model.letters import (
    COURIER,
    FORMS,
    MEANS,
    MOST_A_TURN,
    MOST_LETTERS,
    TELEPHONE,
    UMPIRE,
    WIRELESS,
    party_name,
    side_of_party,
    time_words,
    writers_of,
)
from campaign.model.names import listed
from campaign.model.sheets import turn_key
from campaign.store.letters import LetterBox
from webui.desk.letters.forms import begun_text
from webui.desk.letters.writing import writer_of
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.letters import Letter
    from campaign.model.situation import Situation
    from campaign.model.things import Setting
    from campaign.store.letters import Waiting
    from webui.desk.looks import Look

__all__ = ["box_data", "came_to", "letter_row", "own_keys", "reaches", "unread", "waiting_row", "write_data"]

_SENDABLE = (WIRELESS, TELEPHONE, COURIER)
_HEARD = {"whole": "the whole of it", "half": "half of it", "fragment": "a fragment of it"}


def own_keys(look: Look) -> frozenset[str]:
    """Name those whose letters a viewer reads: his command; of a whole side all of it; of the umpire all."""
    setting = look.state.setting
    if look.is_umpire:
        return frozenset({UMPIRE, *(key for side in setting.sides for key in writers_of(setting, side.key))})
    return frozenset({look.viewer} if look.command else writers_of(setting, look.side))


def came_to(letter: Letter, keys: Iterable[str]) -> bool:
    """Whether a letter has come to one of some readers; one overheard has come to whoever overheard it."""
    return any(key in letter.delivered for key in keys)


def unread(look: Look) -> int:
    """Count the letters that came to a viewer and that he has not opened."""
    keys, marks = own_keys(look), LetterBox(look.session.log).read(look.session.campaign, look.viewer)
    return sum(came_to(one, keys) and one.id not in marks for one in look.state.letters.values())


def box_data(look: Look) -> dict[str, Any]:
    """Give all that a viewer's page of letters shows; the umpire's page has data of its own."""
    session, state, viewer = look.session, look.state, writer_of(look.state.setting, look.viewer)
    post, keys, turn = LetterBox(session.log), own_keys(look), turn_key(state.clock)
    marks = post.read(session.campaign, viewer)
    letters = sorted(state.letters.values(), key=lambda one: (_latest(one, keys), one.id), reverse=True)
    waiting = [one for one in post.waiting(session.campaign, turn, viewer) if one.id not in state.letters]
    gone = sum(one.sender == viewer and one.turn == turn for one in state.letters.values())
    return {
        "viewer": viewer,
        "name": party_name(state.setting, viewer),
        "campaign": session.name,
        "clock": words_of(state.clock, look.tables),
        "time": time_words(game_time(look.situation)),
        "turn": turn,
        "open": state.closing is None and not state.ended,
        "inbox": [_row(look, one, keys) | {"new": one.id not in marks} for one in letters if came_to(one, keys)],
        "waiting": [waiting_row(look.situation, one) for one in waiting],
        "sent": [_sent_row(look, one) for one in letters if one.sender in keys and not one.heard],
        "means": [{"means": key, "words": _means_words(look.situation, look.side, key)} for key in _SENDABLE],
        "left": max(0, MOST_A_TURN - gone - len(waiting)),
    }


def write_data(look: Look, form: str, to: Iterable[str] = (), answered: Letter | None = None) -> dict[str, Any]:
    """Give what the form for a new letter shows: whom it can go to and how, and the text that it begins with."""
    form = form if form in FORMS else "free"
    marked = {one for one in to if one}
    return {
        "form": form,
        "forms": [{"key": key, "name": words} for key, words in FORMS.items()],
        "text": begun_text(look, form, answered),
        "most": MOST_LETTERS,
        "means": WIRELESS,
        "reaches": [row | {"marked": row["key"] in marked} for row in reaches(look)],
    }


def reaches(look: Look) -> list[dict[str, Any]]:
    """List whom a viewer can write to, and how long each means takes as far as he knows; or what bars it."""
    setting, viewer = look.state.setting, look.viewer
    others = [key for key in writers_of(setting, look.side) if key not in {viewer, look.side}]
    ways = {key: [_way(look.situation, viewer, key, means) for means in _SENDABLE] for key in others}
    rows = [{"key": key, "name": party_name(setting, key), "ways": found} for key, found in ways.items()]
    whole = [{"key": look.side, "name": f"{party_name(setting, look.side)}: all commands", "ways": []}]
    umpire = [{"key": UMPIRE, "name": "the umpire, by hand, alone", "ways": []}]
    return [*rows, *(whole if len(others) > 1 else []), *umpire]


def _way(situation: Situation, sender: str, receiver: str, means: str) -> dict[str, Any]:
    try:
        found = journey(situation, sender, receiver, means)
    except Refusal as refusal:
        return {"means": means, "minutes": None, "words": refusal.why}
    return {"means": means, "minutes": found.minutes, "words": f"{found.minutes} min, {found.km:.0f} km"}


def _means_words(situation: Situation, side: str, means: str) -> str:
    """Say how letters of a means go for a side."""
    if not figure(situation, means, "allowed", side):
        return "barred by the umpire"
    delay, speed, most = (figure(situation, means, what, side) for what in ("delay", "speed", "range"))
    told = [f"{delay} minutes"] if delay or not speed else []
    told += [f"{speed * 60 / 1000:.1f} km an hour"] if speed else []
    return ", then ".join(told) + (f", up to {most} km" if most else ", any distance")


# --- rows -----------------------------------------------------------------------------------------------------------


def letter_row(setting: Setting, letter: Letter) -> dict[str, Any]:
    """Give a letter as it was sent."""
    return {
        "id": letter.id,
        "sender": letter.sender,
        "from": party_name(setting, letter.sender),
        "to": listed(party_name(setting, key) for key in letter.receivers),
        "how": MEANS.get(letter.means, letter.means),
        "form": FORMS.get(letter.form, letter.form),
        "text": letter.text,
        "sent": time_words(letter.sent),
        "came": "",
        "heard": "",
        "returned": letter.returned,
    }


def waiting_row(situation: Situation, one: Waiting) -> dict[str, Any]:
    """Give a letter that waits for the end of its turn."""
    setting = situation.state.setting
    return {
        "id": one.id,
        "sender": one.sender,
        "from": party_name(setting, one.sender),
        "to": listed(party_name(setting, key) for key in one.receivers),
        "how": MEANS.get(one.means, one.means),
        "form": FORMS.get(one.form, one.form),
        "text": one.text,
    }


def _row(look: Look, letter: Letter, keys: frozenset[str]) -> dict[str, Any]:
    """Give a letter that came: as it came, and when."""
    row = letter_row(look.state.setting, letter)
    row |= {"text": letter.changed or letter.text, "came": time_words(_latest(letter, keys))}
    if letter.heard:
        row |= {"heard": _HEARD.get(letter.heard, letter.heard), "sent": "", "to": ""}
    else:
        answers = side_of_party(look.state.setting, letter.sender) == look.side or letter.sender == UMPIRE
        row["answer"] = letter.sender if answers and letter.sender != look.viewer else ""
    return row


def _sent_row(look: Look, letter: Letter) -> dict[str, Any]:
    return letter_row(look.state.setting, letter)


def _latest(letter: Letter, keys: frozenset[str]) -> int:
    """Say when a letter came to one of some readers, else when it was sent."""
    return max((letter.arrives[key] for key in letter.delivered if key in keys), default=letter.sent)
