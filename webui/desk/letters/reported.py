"""Tell in the report of a turn which letters came in it, were overheard, and were sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.letters import FORMS, MEANS, Letter, party_name, time_words
from campaign.model.names import listed
from scenarios.reports.turnreport import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.model.state import State
    from campaign.model.things import Setting

__all__ = ["messages"]


def messages(before: State, after: State, turn: str) -> Iterator[Message]:
    """
    List the letters of a turn as a viewer knows them: first those that came, by their hour, then those that he sent.

    Parameters
    ----------
    before, after
        What he knew when the turn began and when it was over.
    turn
        Its key.
    """
    fresh = {key: _new(before.letters.get(key), letter) for key, letter in after.letters.items()}
    came = sorted((max(fresh[key].values()), key) for key in fresh if fresh[key])
    for _, key in came:
        yield _came(after.setting, after.letters[key], fresh[key])
    told = {key for _, key in came}
    for letter in sorted(after.letters.values(), key=lambda one: (one.sent, one.id)):
        if letter.turn == turn and letter.id not in told:
            yield _sent(after.setting, letter)


def _new(before: Letter | None, letter: Letter) -> Mapping[str, int]:
    known = before.delivered if before is not None else ()
    return {key: letter.arrives[key] for key in letter.delivered if key not in known}


def _came(setting: Setting, letter: Letter, at: Mapping[str, int]) -> Message:
    text = letter.changed or letter.text
    hours = listed(f"{time_words(minutes)}" for minutes in sorted(set(at.values())))
    if letter.heard:
        return Message(f"Overheard {_how(letter)}, {party_name(setting, letter.sender)}, {hours}", text)
    to = listed(party_name(setting, key) for key in at)
    head = f"{_form(letter)} of {party_name(setting, letter.sender)} to {to}, {_how(letter)}"
    return Message(f"{head}, sent {time_words(letter.sent)}, came {hours}", text)


def _sent(setting: Setting, letter: Letter) -> Message:
    to = listed(party_name(setting, key) for key in letter.receivers)
    head = f"{_form(letter)} of {party_name(setting, letter.sender)} to {to}, {_how(letter)}"
    fate = f"did not go: {letter.returned}" if letter.returned else f"sent {time_words(letter.sent)}"
    return Message(f"{head}, {fate}", letter.text)


def _form(letter: Letter) -> str:
    form = FORMS.get(letter.form, letter.form)
    return form[:1].upper() + form[1:]


def _how(letter: Letter) -> str:
    return MEANS.get(letter.means, f"by {letter.means}")
