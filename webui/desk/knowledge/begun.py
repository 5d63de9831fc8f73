"""Set what commands know of each other and how far what is seen deceives, when a campaign is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from campaign.model.known.sightings import DUMMIES, REPORTS, Fog
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.fog import SetFog
from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.store.session import Session

__all__ = ["OF_A_CLUB", "Wished", "all_wished", "begin_knowledge", "fog_wished"]

Wished: TypeAlias = "tuple[tuple[str, Any], ...]"
"""What is wished otherwise than it would be: by the names of the fields of ``Fog``."""
OF_A_CLUB = Fog("staff", mistaken=15, prisoners=5)
"""What a campaign with several commands on a side begins with."""
_WORDS = {"reports": REPORTS, "dummies": DUMMIES}
_NUMBERS = {"mistaken": range(101), "prisoners": (0, *range(2, 7))}
_SAY = {"mistaken": "write 0 to 100, of a hundred", "prisoners": "write the least face, 2 to 6, or 0 for never"}


def fog_wished(wished: Iterable[tuple[str, Any]], base: Fog) -> Fog:
    """
    Give what a campaign begins with, by what is wished otherwise.

    Raises
    ------
    ProblemsFound
        If there is no such setting, or it cannot be so.
    """
    found, problems = base, list[Problem]()
    for key, value in wished:
        if (isinstance(value, str) and value in _WORDS.get(key, ())) or (
            type(value) is int and value in _NUMBERS.get(key, ())
        ):
            found = msgspec.structs.replace(found, **{key: value})
        else:
            problems.append(_problem(key, value))
    if problems:
        raise ProblemsFound(problems)
    return found


def _problem(key: str, value: object) -> Problem:
    if key in _WORDS:
        return Problem("knowledge", f"{key} is {str(value)[:40]!r}", did_you_mean(str(value)[:40], _WORDS[key]))
    if key in _NUMBERS:
        return Problem("knowledge", f"{key} is {str(value)[:40]!r}", _SAY[key])
    known = did_you_mean(key[:40], [*_WORDS, *_NUMBERS])
    return Problem("knowledge", f"nothing that is known is set by {key[:40]!r}", known)


def all_wished(*given: Iterable[tuple[str, Any]]) -> Wished:
    """Join what several wish, the later before the earlier; raises ``ProblemsFound`` if something cannot be so."""
    found = tuple(one for some in given for one in some)
    fog_wished(found, Fog())
    return found


def begin_knowledge(session: Session, wished: Wished) -> None:
    """Write down what a campaign begins with; nothing is written where it is as it would be without."""
    sides = [command.side for command in session.setting.commands]
    fog = fog_wished(wished, OF_A_CLUB if len(sides) > len(set(sides)) else Fog())
    if fog.reports != Fog().reports:
        session.submit(SetFog(fog.reports), command_id="reports")
    if fog != Fog(fog.reports):
        session.submit(SetDeception(fog.mistaken, fog.prisoners, fog.dummies), command_id="deception")
