"""Recover at night (3S S-19): strength points, lost supports."""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.ending import side_keys
from campaign.kit.facts import WORK
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Formation, Stand
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.recover import LossesRecovered
from campaign.systems.star.board import board, para, star
from campaign.systems.star.command.supply import supplied_hexes
from campaign.systems.star.fight.results import room_for
from campaign.systems.star.turn import regiments
from campaign.systems.star.units import in_command, row

_LEAST_COMMANDED = 2


def begin_recovery(ledger: Ledger) -> None:
    """Give points back to core stands in command and out of enemy zones, and a support to each regiment."""
    for side in side_keys(ledger.situation):
        supplied = supplied_hexes(ledger.situation, side)
        for stand in list(stands_of(ledger.situation, side)):
            _recover(ledger, stand, supplied)
        for formation in list(regiments(ledger.situation, side)):
            _bring_support(ledger, formation, supplied)


def _recover(ledger: Ledger, stand: Stand, supplied: frozenset[int]) -> None:
    situation = ledger.situation
    points = min(star(situation).whole("night_recovery"), stand.losses)
    if not points or row(situation, stand).role != "core" or stand.hex not in supplied:
        return
    if stand.hex in board(situation).zone[stand.side] or not in_command(situation, stand):
        return
    ledger.record(LossesRecovered(stand=stand.id, points=points, rule=para(situation, "S-19"), why="a quiet night"))


def _bring_support(ledger: Ledger, formation: Formation, supplied: frozenset[int]) -> None:
    situation = ledger.situation
    if not star(situation).flag("support_returns"):
        return
    commanded = _commanded(situation, formation)
    if len(commanded) < _LEAST_COMMANDED:
        return
    hosts = [stand for stand in commanded if stand.hex in supplied]
    for lost in situation.state.stands.values():
        if lost.formation != formation.id or not lost.gone or row(situation, lost).role != "support":
            continue
        host = next((one for one in hosts if room_for(situation, lost, one)), None)
        if host is not None:
            back = msgspec.structs.replace(
                WORK.put(lost, None), gone=None, hex=host.hex, losses=0, marks=frozenset(), attached_to=host.id
            )
            ledger.record(StandRaised(stand=back, rule=para(situation, "S-19"), why="a lost support comes back"))
            return


def _commanded(situation: Situation, formation: Formation) -> list[Stand]:
    """List the core stands that the regiment's HQ commands, itself not counted."""
    hq = situation.state.stands.get(formation.hq or "")
    if hq is None or not hq.on_map:
        return []
    members = board(situation).of_formation.get(formation.id, ())
    return [stand for stand in members if stand.id != hq.id and in_command(situation, stand)]
