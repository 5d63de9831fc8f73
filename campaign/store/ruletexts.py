"""Find the text of rules in a log: a changed file, or one that is gone, changes no campaign that was begun with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.rules import RulesMoved
from campaign.store.audiences import Audiences
from campaign.store.faults import StoreFault
from campaign.store.veils import veiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.state import State
    from campaign.model.things import Setting
    from campaign.store.entry import Entry
    from campaign.store.eventlog import EventLog
    from campaign.store.library import Library
    from maps.grid.hexmap import HexMap

__all__ = ["RulesPlayed", "rules_from", "text_in"]


def rules_from(library: Library, setting: Setting, text: str | None) -> Ruleset:
    """Give the rules of a setting: of the text that a log keeps, or, where it keeps none, the system's own."""
    if text is None:
        return library.ruleset(setting.ruleset, setting.overrides)
    return library.ruleset(setting.ruleset, setting.overrides, text)


def text_in(entries: Sequence[Entry], sha: str) -> str:
    """
    Give the text of that hash which a log holds.

    Raises
    ------
    StoreFault
        If no entry holds it.
    """
    for entry in reversed(entries):
        for event in entry.events:
            if isinstance(event, CampaignOpened | RulesMoved) and event.rules is not None and event.rules.sha256 == sha:
                return event.rules.text
    raise StoreFault(place="rules", what=f"the log holds no rules {sha[:12]}", remedy="open the latest backup")


class RulesPlayed:
    """The rules that one campaign is and was played by, each as it was read, and what was known by them."""

    def __init__(self, log: EventLog, campaign: str, library: Library) -> None:
        """Take where texts stand, and who reads them."""
        self._log, self._campaign, self._library = log, campaign, library
        self._rules: dict[str, Ruleset] = {}
        self._known: dict[str, Audiences] = {}

    def of(self, state: State, entries: Sequence[Entry]) -> Ruleset:
        """Give the rules that a state is played by; they hold the secret that masked enemies are named by."""
        sha = state.rules
        if sha not in self._rules:
            text = text_in(entries, sha) if sha else None
            found = rules_from(self._library, state.setting, text)
            self._rules[sha] = veiled(found, self._log, self._campaign)
        return self._rules[sha]

    def audiences(self, state: State, entries: Sequence[Entry], hexmap: HexMap) -> Audiences:
        """Keep what everybody knew, by the rules that are played by now."""
        if state.rules not in self._known:
            self._known = {state.rules: Audiences(hexmap, self.of(state, entries))}
        return self._known[state.rules]
