"""Set up lost headquarters again (ZN 4.3, 4.5).

An HQ lost in one turn is replaced in the last step of the next (``hq_replaced_after_turns``), with a unit of the
formation that was named, or else with its strongest (``hq_replaced_with``); where that one's hex is full, in the
nearest that takes it.
"""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_formation, own_stand, refuse_if
from campaign.kit.facts import HQ_LOST
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Formation, Profile, Stand, chain_of
from campaign.model.verbs.hq import HqReplaced, ReplaceHq
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.clock import turns_since
from campaign.systems.zen.space import nearest_room, zen

RULE = "ZN 4.3"
_NAMED = "next_hq"


def is_due(situation: Situation, formation: Formation) -> bool:
    """Whether a formation's lost HQ comes back at the end of the present turn."""
    lost = HQ_LOST(formation)
    if lost is None:
        return False
    return turns_since(situation, *lost) >= int(zen(situation).reading("hq_replaced_after_turns"))


def successor(situation: Situation, formation: str) -> Stand | None:
    """Give the stand that will replace a lost HQ: the one named, else the strongest, if any is left."""
    fit = _candidates(situation, formation)
    named = [stand for stand in fit if _NAMED in stand.marks and _lowest_lost(situation, stand) == formation]
    return max(named or fit, key=lambda stand: (stand.points, stand.id), default=None)


def end_replace_hq(ledger: Ledger) -> None:
    """Re-establish each lost HQ that is due."""
    for formation in list(ledger.state.formations.values()):
        if is_due(ledger.situation, formation):
            host = successor(ledger.situation, formation.id)
            if host is not None:
                _set_up(ledger, formation, host)


def offers(situation: Situation, stand: str) -> Iterator[AnyOrder]:
    """Offer a stand as the place of the lowest lost HQ of its chain, in a daylight turn."""
    here = situation.state.stands[stand]
    lost = _lowest_lost(situation, here) if here.on_map else None
    if lost is not None and not _why_not(situation, situation.state.formations[lost], here):
        yield ReplaceHq(lost, stand)


def _replace(order: ReplaceHq, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    if HQ_LOST(formation) is None:
        has = f"has its headquarters {formation.hq}" if formation.hq else "never had any"
        raise Refusal(RULE, f"{formation.id} {has}; there is none to replace")
    host = own_stand(ledger.situation, order.with_stand, by)
    refuse_if(_why_not(ledger.situation, formation, host), RULE)
    for other in _candidates(ledger.situation, formation.id):
        if _NAMED in other.marks and _lowest_lost(ledger.situation, other) == formation.id:
            _unname(ledger, other.id, f"{host.id} is named instead")
    ledger.record(StandMarked(stand=host.id, on=(_NAMED,), rule=RULE, why=f"headquarters of {formation.id} go here"))


def _why_not(situation: Situation, formation: Formation, host: Stand) -> str:
    """Say why a formation's lost HQ cannot be set up with a stand, or ""."""
    if situation.state.clock.night:
        return "no headquarters are replaced by night; name the unit in a daylight turn"
    if host not in _candidates(situation, formation.id):
        return f"{host.id} is no unit of {formation.id} that could take its headquarters; name one of its combat units"
    lowest = _lowest_lost(situation, host)
    if lowest != formation.id:
        return f"{host.id} is needed for the headquarters of {lowest}; name a unit that has its own"
    return f"{host.id} is named already for the headquarters of {formation.id}" if _NAMED in host.marks else ""


def _set_up(ledger: Ledger, formation: Formation, host: Stand) -> None:
    stand = Stand(_new_id(ledger.situation, formation), formation.id, _profile(ledger.situation, formation), host.hex)
    room = nearest_room(ledger.situation, stand, host.hex or 0)
    if room is None:
        return  # it waits for room, and is due at the end of the next turn too
    stand, beside = msgspec.structs.replace(stand, hex=room), "with" if room == host.hex else "near"
    lost = HQ_LOST(formation)
    why = f"lost on day {lost[0]}, turn {lost[1]}" if lost else ""
    ledger.record(HqReplaced(formation=formation.id, stand=stand, rule=RULE, why=f"{why}; set up {beside} {host.id}"))
    if _NAMED in host.marks:
        _unname(ledger, host.id, "done")


def _unname(ledger: Ledger, stand: str, why: str) -> None:
    ledger.record(StandMarked(stand=stand, off=(_NAMED,), rule=RULE, why=why))


def _candidates(situation: Situation, formation: str) -> list[Stand]:
    """List the stands of a formation and of those below it that an HQ could be set up with: no HQ, no transport."""
    formations = situation.state.formations
    side = formations[formation].side
    return [
        stand
        for stand in stands_of(situation, side)
        if stand.profile.kind not in {"hq", "transport"}
        and any(link.id == formation for link in chain_of(formations, stand.formation))
    ]


def _lowest_lost(situation: Situation, stand: Stand) -> str | None:
    # The mark does not say for which HQ a stand was named: it is always the lowest that its chain has lost.
    chain = chain_of(situation.state.formations, stand.formation)
    return next((link.id for link in chain if HQ_LOST(link) is not None), None)


def _lost_hqs(situation: Situation, formation: Formation) -> list[Stand]:
    return [
        s for s in situation.state.stands.values() if s.formation == formation.id and s.profile.kind == "hq" and s.gone
    ]


def _profile(situation: Situation, formation: Formation) -> Profile:
    lost = _lost_hqs(situation, formation)
    if lost:
        return lost[-1].profile
    name = f"HQ {formation.name}"
    return Profile(name, f"HQ {formation.short}", formation.side, "hq", formation.size, 1, "wheeled")


def _new_id(situation: Situation, formation: Formation) -> str:
    lost = _lost_hqs(situation, formation)
    stem = lost[0].id if lost else f"{formation.id}-HQ"
    return next(key for n in range(2, 1000) if (key := f"{stem}-{n}") not in situation.state.stands)


ORDERS = {ReplaceHq: _replace}
