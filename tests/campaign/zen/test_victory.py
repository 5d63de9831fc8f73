"""ZN 4.18: objectives and the end."""

import msgspec

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.things import Objective
from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.systems.zen.scenario import end_forecast
from tests.toyplay import toy_situation


def ledger_of(day, holders, *, points=None):
    """Three towns: Bastogne and St Vith for the Germans, Clervaux for the Americans by day 2; ``holders`` by hex."""
    situation = toy_situation("...", day=day)
    objectives = (
        Objective("Bastogne", 0, "ge", 10, 5),
        Objective("St Vith", 1, "ge", 5, 2),
        Objective("Clervaux", 2, "us", 4, 9),
    )
    setting = msgspec.structs.replace(situation.state.setting, objectives=objectives)
    control = bytes({"us": 0, "ge": 1, "": 255}[side] for side in holders)
    state = msgspec.structs.replace(situation.state, setting=setting, control=control, points=points or {})
    return Ledger(situation.with_state(state), ScriptedDice())


def test_an_objective_counts_at_the_end_of_its_day():
    ledger = ledger_of(2, ["ge", "ge", "us"])
    end_forecast(ledger)
    (event,) = ledger.events
    assert (event.side, event.objective, event.points, event.rule) == ("ge", "St Vith", 5, "ZN 4.18")
    assert event.why == "holds 0201 at the end of day 2"
    assert ledger.state.points == {"ge": 5}
    assert not ledger.state.ended


def test_it_does_not_count_before_nor_for_who_does_not_hold_it():
    for day, holders in ((1, ["ge", "ge", "us"]), (2, ["ge", "us", "us"]), (2, ["ge", "", "us"])):
        ledger = ledger_of(day, holders)
        end_forecast(ledger)
        assert ledger.events == []


def test_the_last_day_counts_the_rest_and_ends_the_campaign():
    """Bastogne is due on day 5, Clervaux (day 9) at the latest then; St Vith was counted on day 2."""
    ledger = ledger_of(5, ["ge", "us", "us"], points={"ge": 5})
    end_forecast(ledger)
    assert [type(event) for event in ledger.events] == [PointsScored, PointsScored, CampaignEnded]
    assert ledger.events[-1].points == {"us": 4, "ge": 15}
    assert ledger.state.ended


def test_a_side_without_points_is_told_so_at_the_end():
    ledger = ledger_of(5, ["us", "us", "ge"])
    end_forecast(ledger)
    assert ledger.events[-1].points == {"us": 0, "ge": 0}
