"""Give the umpire what is set of the fog, what goes round, and which dummies stand where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.commands import commands_of
from campaign.model.known.dummies import dummies_of
from campaign.model.known.sightings import DUMMIES, RUMOUR_SOURCES
from campaign.model.situation import stands_of
from campaign.model.verbs.fog import RumourSpread
from webui.desk.knowledge.contacts import deception_words
from webui.desk.placenames import hex_words

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["knowledge_overview"]


def knowledge_overview(session: Session) -> dict[str, Any]:
    """Give all that the umpire's page of what is known shows, and what its forms choose from."""
    situation, hexmap = session.situation, session.hexmap
    state, setting = situation.state, situation.state.setting
    names = {side.key: side.name for side in setting.sides}
    stands = list(stands_of(situation))
    rumours = [event for event in session.live_events() if isinstance(event, RumourSpread)]
    return {
        "name": session.name, "fog": state.fog, "words": deception_words(state.fog), "ended": state.ended,
        "placers": DUMMIES, "sources": RUMOUR_SOURCES,
        "commands": [{"key": one.id, "name": one.name} for one in commands_of(setting)],
        "sides": [{"key": side.key, "name": side.name} for side in setting.sides],
        "units": [{"key": one.id, "name": f"{one.profile.short or one.id}, {names[one.side]}"} for one in stands],
        "kinds": sorted({one.profile.kind for one in state.stands.values()}),
        "sizes": sorted({one.profile.size for one in state.stands.values()}),
        "rumours": [
            {"to": ", ".join(one.to), "where": hex_words(hexmap, one.hex), "text": one.text, "true": one.true}
            for one in rumours
        ],
        "dummies": [
            {
                "key": key, "name": one.stand.profile.name, "side": names[one.side],
                "what": f"{one.stand.profile.kind} {one.stand.profile.size}".replace("_", " "),
                "where": hex_words(hexmap, one.stand.hex or 0),
                "marched": one.marched == (state.clock.day, state.clock.turn),
                "goal": "" if one.goal is None else hex_words(hexmap, one.goal),
            }
            for key, one in dummies_of(state).items()
        ],
    }  # fmt: skip
