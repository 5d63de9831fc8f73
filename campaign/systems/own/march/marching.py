"""March a stand along a path that is legal: what it spends, who meets it on the way, what is counted."""

from itertools import pairwise

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.reactions import react
from campaign.systems.own.fight.retreats import moved
from campaign.systems.own.fight.throwing import spend
from campaign.systems.own.tables import own
from campaign.systems.own.turn.counting import counted
from campaign.systems.own.turn.stores import used_by
from campaign.systems.own.words.known import MOVED


def march(ledger: Ledger, stand: Stand, path: tuple[int, ...]) -> None:
    """March a stand along a path, where those meet it who stand ready."""
    tables = own(ledger.situation)
    rule = tables.par(tables.rules.move.rule)
    spend(ledger, used_by(ledger.situation, stand, "march"), [stand.id], rule=rule)
    for part in _parts(ledger.situation, path):
        now = ledger.state.stands[stand.id]
        if not now.on_map or now.hex != part[0]:
            break
        moved(ledger, now, part, rule=rule, turns=True)
        react(ledger, stand.id)
    now = ledger.state.stands[stand.id]
    if now.on_map:
        ledger.record(StandMarked(stand=stand.id, on=(MOVED,), rule=rule))
        dark = ledger.state.clock.night
        counted(ledger, stand.id, "march", rule=rule)
        if dark:
            counted(ledger, stand.id, "night march", rule=rule)


def _parts(situation: Situation, path: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Part a march where somebody may stand ready on the way: hex by hex, or as a whole."""
    if not own(situation).rules.reaction:
        return [path]
    return [(here_, there) for here_, there in pairwise(path)]
