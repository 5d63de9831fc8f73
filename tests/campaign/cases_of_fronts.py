"""What the events of fronts write down, and how they are said; ``test_apply`` and ``test_prose`` hold them."""

from msgspec.structs import replace

from campaign.model.things import Front
from campaign.model.verbs.fronts import FrontFrozen, FrontThawed
from campaign.model.verbs.sheets import OrderWaits

FROZEN = FrontFrozen(front="front-1", to=("us",), hexes=(13, 14), turns=2, reason="a battle")
CASES_OF_FRONTS = {
    "a front stands still": ([FROZEN], {"fronts": {"front-1": Front((13, 14), 2, "a battle", ("us",))}}),
    "a front goes on": ([FROZEN, FrontThawed(front="front-1", to=("us",), hexes=(13, 14))], {}),
    "an order waits": ([OrderWaits(command="us", line=2, stand="1/110")], {}),
}
LINES_OF_FRONTS = [
    (FROZEN, "All at 0402, 0502 stand still while it is settled what happens there: 2 turns at most, this one counted "
             "(a battle)."),
    (replace(FROZEN, reason="", attackers=("1/110",), defenders=("II/3",)),
     "All at 0402, 0502 stand still while it is settled what happens there: 2 turns at most, this one counted; called"
     " off is the attack of 1/110 on II/3."),
    (FrontThawed(front="front-1", hexes=(13,), reason="it is won"), "All at 0402 go on (it is won)."),
    (OrderWaits(command="us", line=2, stand="1/110"), "1/110, line 2: it waits, for all stand still there."),
]  # fmt: skip
