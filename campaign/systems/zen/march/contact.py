"""Make and break contact between enemies."""

from collections.abc import Iterable

from campaign.engine.ledger import Ledger
from campaign.model.state import State
from campaign.model.verbs.contact import ContactBroken, ContactMade


def partners(state: State, stand: str) -> tuple[str, ...]:
    """List the stands in contact with one, in the order of their ids."""
    return tuple(sorted({other for pair in state.contacts if stand in pair for other in pair} - {stand}))


def is_in_contact(state: State, stand: str) -> bool:
    """Whether a stand is in contact with anybody."""
    return any(stand in pair for pair in state.contacts)


def attack(ledger: Ledger, attacker: str, others: Iterable[str], *, rule: str, why: str) -> None:
    """Attack others with a stand, and so bring it into contact with them.

    An attack on stands that are in contact with it already is recorded too, once
    a turn: it is fought out again (``State.assaults``).
    """
    for other in sorted(set(others)):
        if (attacker, other) in ledger.state.assaults:
            continue
        first, second = sorted((attacker, other))
        ledger.record(ContactMade(pair=(first, second), attacker=attacker, rule=rule, why=why))


def meet(ledger: Ledger, one: str, other: str, *, rule: str, why: str) -> None:
    """Bring two stands into contact without an attack by either."""
    first, second = sorted((one, other))
    if (first, second) not in ledger.state.contacts:
        ledger.record(ContactMade(pair=(first, second), rule=rule, why=why))


def break_contacts(ledger: Ledger, stand: str, *, rule: str, why: str) -> None:
    """Break all contacts of a stand; nothing is recorded if it has none."""
    pairs = tuple(sorted(pair for pair in ledger.state.contacts if stand in pair))
    if pairs:
        ledger.record(ContactBroken(pairs=pairs, rule=rule, why=why))
