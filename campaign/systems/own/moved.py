"""Say what a changed text of the rules lacks of a game in play."""

from functools import lru_cache

from campaign.model.situation import Situation
from campaign.model.tables import Frozen
from campaign.systems.own.reading.reader import read_rules
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.tables import UNIT, OwnTables
from campaign.systems.own.turn.allowed import ACTIVE, DONE
from campaign.systems.own.words.known import SET_BY_PLAY
from maps.problems import ProblemsFound, did_you_mean

SIGHT = "sight_identifies"
"""The reading that says how much is known of an enemy who is seen."""


@lru_cache(maxsize=16)
def _read(text: str) -> Rules:
    return read_rules(text, "rules")


def lacks(situation: Situation, tables: OwnTables, kept: Frozen) -> str:
    """Say why a campaign cannot be moved to another text: what is in play must be in it; "" if it can."""
    try:
        rules = _read(kept.text)
    except ProblemsFound as error:
        return f"the text is not sound: {error.problems[0]}; see: sandtable rules problems"
    if rules.system.key not in {tables.key, tables.house.root if tables.house is not None else ""}:
        return f"that is the system {rules.system.key!r}, and this campaign is played by {tables.key!r}"
    return missing(situation, rules)


def missing(situation: Situation, rules: Rules) -> str:
    """Say what is in play that other rules have not; "" if they have it all."""
    state = situation.state
    kinds = {str(one.profile.attributes.get(UNIT, "")) for one in state.stands.values()} - {""}
    known_marks = {*(row.key for row in rules.mark), *(row.key for row in rules.stance), *SET_BY_PLAY, ACTIVE, DONE}
    asked = (
        ("kind of unit", kinds, {row.kind for row in rules.unit}),
        ("mark", {mark for one in state.stands.values() for mark in one.marks}, known_marks),
        ("phase", {state.clock.phase}, {row.key for row in rules.phase}),
        ("reading", set(state.setting.overrides), {*(row.key for row in rules.reading), SIGHT}),
    )
    for what, used, known in asked:
        for word in sorted(used - known):
            return f"the {what} {word!r} is in play, and the new text has none; {did_you_mean(word, known)}"
    return ""
