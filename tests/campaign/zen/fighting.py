"""Fights, set up in a few lines: who has attacked whom, with what dice."""

import msgspec

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.contact import ContactMade
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import LossesTaken
from campaign.systems.zen.fight import combat
from tests.toyplay import toy_situation


def ledger_of(ground, *stands, dice=(), phase="combat", corps=None, **options):
    """A ledger over a toy situation; ``corps`` gives formations other stores."""
    situation = toy_situation(ground, *stands, phase=phase, **options)
    formations = dict(situation.state.formations)
    for key, stock in (corps or {}).items():
        formations[key] = msgspec.structs.replace(formations[key], stores=stock)
    situation = situation.with_state(msgspec.structs.replace(situation.state, formations=formations))
    return Ledger(situation, ScriptedDice(*dice))


def assault(ledger, *pairs):
    """Record that these attacked: ("1/3", "1/110")."""
    for attacker, defender in pairs:
        first, second = sorted((attacker, defender))
        ledger.record(ContactMade(pair=(first, second), attacker=attacker))
    return ledger


def fought(ground, *stands, by=(("G", "A"),), dice=(), **options):
    """Fight it out, and give the ledger."""
    ledger = assault(ledger_of(ground, *stands, dice=dice, **options), *by)
    ledger.events.clear()
    combat.end_combat(ledger)
    return ledger


def events(ledger, kind):
    return [event for event in ledger.events if isinstance(event, kind)]


def losses(ledger):
    """Strength points lost by stand."""
    found = {}
    for event in events(ledger, LossesTaken):
        found[event.stand] = found.get(event.stand, 0) + event.points
    return found


def the_fight(ledger):
    (fight,) = events(ledger, FightResolved)
    return fight


def the_fire(ledger):
    (fire,) = events(ledger, FireResolved)
    return fire


def number(ledger, stand):
    hex_ = ledger.state.stands[stand].hex
    return None if hex_ is None else ledger.situation.map.number(hex_)


__all__ = ["assault", "events", "fought", "ledger_of", "losses", "number", "the_fight", "the_fire"]
