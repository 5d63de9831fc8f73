"""Hand the actions of a unit to those who know them: the throw for movement (3.4), a scout's instruction (3.11)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.model.situation import Situation
from campaign.model.verbs.act import Act
from campaign.systems.d3.march import allowance, retire
from campaign.systems.d3.space import d3
from maps.problems import did_you_mean

RULE = "D3 3.2"


def _act(order: Act, by: str, ledger: Ledger) -> None:
    known = d3(ledger.situation).actions
    if order.action not in known:
        raise Refusal(RULE, f"there is no action {order.action!r}; {did_you_mean(order.action, known)}")
    if order.target is not None:
        raise Refusal(RULE, f"{order.action} is done where the unit is; leave the hex out")
    (allowance.roll if order.action == "roll" else retire.instruct)(order, by, ledger)


ORDERS = {Act: _act}


def offers(situation: Situation, stand_id: str) -> Iterator[Act]:
    """List the actions of a stand."""
    stand = situation.state.stands[stand_id]
    yield from allowance.throws(situation, stand)
    yield from retire.instructions(situation, stand)
