"""The house can be built on to: a verb is one module, and one line in the table."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from campaign.model.verbs.table import VERBS
from tests.house import PACKAGES, ROOT, House

TABLE = "campaign/model/verbs/table.py"
MOST_FILES = 20
"""So many files at most name one order: its module, the systems that carry it out, and whoever makes such orders."""

SCOUT = '''"""Look at a hex from where a stand is."""

from __future__ import annotations

from campaign.model.folding import marked, with_stand
from campaign.model.roles import HexIndex, StandId, StandIds
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

__all__ = ["ROWS", "Scout", "Scouted"]


class Scout(Order, frozen=True):
    """Look at a hex from where the stand is."""

    stand: StandId
    target: HexIndex


class Scouted(Event, frozen=True, kw_only=True):
    """A stand looked at a hex and saw these."""

    stand: StandId
    target: HexIndex
    saw: StandIds = ()


def _fold(event, state):
    return with_stand(state, marked(state.stands[event.stand], on=("scouted",), off=()))


ROWS = (
    Verb(Scout, keys={"L": Key("look at a hex")}, says=lambda order, names: f"Look at {names.hex(order.target)}"),
    Tale(
        Scouted,
        says=lambda event, names: (
            f"{names.stand(event.stand)} looked at {names.hex(event.target)} and saw {names.stands(event.saw)}"
        ),
        told=owner_of("stand"),
        apply=_fold,
    ),
)
'''
HANDLER = '''
def _scout(order, by, ledger):
    from campaign.model.verbs.scout import Scouted
    there = [one.id for one in ledger.state.stands.values() if one.hex == order.target]
    ledger.record(Scouted(stand=order.stand, target=order.target, saw=tuple(there), rule="D3 3.7"))


from campaign.model.verbs.scout import Scout  # noqa: E402

ORDERS[Scout] = _scout
'''
PLAYED = '''
import json
from types import SimpleNamespace

import msgspec

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.anyorder import order_side
from campaign.model.formats import read_events
from campaign.model.notation import format_order, parse_order
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.scout import Scout, Scouted
from campaign.model.verbs.table import VERBS
from campaign.store.entry import Entry
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import ruleset
from campaign.views import log_for
from webui.desk.orderwords import order_data, verbs_data

rules = ruleset("d3_one_hour")
given = ["map 9x9", "red tank 1 0101", "blue tank 7 0303", "clock phase=shoot side=red"]
situation = situation_of("\\n".join(given), rules)
state, hexmap = situation.state, situation.map
opening = CampaignOpened(
    setting=state.setting, clock=state.clock, stands=tuple(state.stands.values()),
    formations=tuple(state.formations.values()), control=state.control,
)
library = Shelf((hexmap,), ruleset)
session = create_campaign("played.db", "game", opening, library=library)
order = parse_order("1 L 0303", session.hexmap, session.state)
assert type(order) is Scout and format_order(order, hexmap) == "1 L 0303" and order_side(order, state) == "red"
session.submit(order, by="red")
session.log.close()

again = open_campaign("played.db", "game", library)
assert again.verify() is None
assert "scouted" in again.state.stands["1"].marks
events = list(again.live_events())
assert type(events[-1]) is Scouted and read_events(msgspec.json.encode(events))[-1] == events[-1]
try:
    decide(ruleset("parkin_generic"), situation, order, SeededDice("", 1))
except Refusal as refusal:
    refused = refusal.why
look = SimpleNamespace(state=again.state, hexmap=again.hexmap)
print(json.dumps({
    "words": order_data(look, order)["words"],
    "target": hexmap.number(order_data(look, order)["target"]),
    "form": verbs_data([order])["Scout"],
    "red": [report.text for report in log_for(events, again.situation, "red")][1:],
    "blue": [report.text for report in log_for(events, again.situation, "blue")][1:],
    "seen": log_for(events, again.situation, "red")[-1].event.saw,
    "refused": refused,
}))
'''


def test_a_verb_is_one_module_and_a_line_in_the_table(tmp_path):
    house = House(tmp_path)
    house.add("campaign/model/verbs/scout.py", SCOUT)
    house.insert(TABLE, "    supply,", "    scout,")
    house.insert(TABLE, "    cancel,", "    scout,", under="MODULES")
    house.insert("campaign/systems/d3/actions.py", "def offers(", HANDLER)
    told = json.loads(house.run(PLAYED))
    assert told["words"] == "Look at 0303"
    assert told["target"] == "0303"
    asks = {"stand": "stand", "target": "hex"}
    assert told["form"] == {"kind": "Scout", "keys": {"L": "look at a hex"}, "asks": asks}
    assert told["red"] == ["1 looked at 0303 and saw an unidentified armour company. (D3 3.7)"]
    assert told["blue"] == []
    assert all(key.startswith("seen-") for key in told["seen"])
    assert "know no order Scout" in told["refused"]
    assert set(house.touched) == {
        "campaign/model/verbs/scout.py", TABLE, "campaign/systems/d3/actions.py",
    }  # fmt: skip
    assert house.touched[TABLE] == 2


@pytest.mark.parametrize("order", [kind.__name__ for kind in VERBS])
def test_an_order_is_named_in_few_files(order):
    named = re.compile(rf"\b(?:import .*|^    ){order}\b", re.MULTILINE)
    files = [path for package in PACKAGES for path in Path(ROOT / package).rglob("*.py")]
    found = [path for path in files if named.search(path.read_text(encoding="utf-8"))]
    assert found
    assert len(found) + 2 <= MOST_FILES, found  # and the table, and the manual's page of orders
