"""Do what is the scenario's and the umpire's: reinforcements, objectives, the end, rulings (ZN 4.18)."""

from collections.abc import Collection

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.clock import arriving
from campaign.kit.control import seen_at, take_ground
from campaign.kit.ending import finish, leader, points_now, score
from campaign.kit.rulings import Powers, rulings
from campaign.model.places import places
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand
from campaign.systems.zen.clock import is_last_day
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.march.reach import entry_distances
from campaign.systems.zen.space import fits, zen

RULE = "ZN 4.18"


def begin_move(ledger: Ledger) -> None:
    """Bring on the stands that are due, by day or in the night turn."""
    for stand, place in arriving(ledger, _place, rule=RULE, why="as planned"):
        if stand.profile.kind not in {"hq", *zen(ledger.situation).combat.unprotected}:
            told = seen_at(ledger.situation, place)
            take_ground(ledger, stand.side, (place,), rule=RULE, why=f"{stand.id} arrives", known_to=told)


def _place(situation: Situation, stand: Stand, goal: int) -> int | None:
    """Find where a stand comes on: its hex or the nearest to it by the ways it could have marched; None: it waits."""
    if goal in places(situation.state.stands).against(stand.side):
        return None
    distances = entry_distances(situation, stand, goal)
    return next((index for index in distances if fits(situation, stand.id, index)), None)


def end_forecast(ledger: Ledger) -> None:
    """Count what is due at the end of a day; after the last the campaign ends."""
    setting, day = ledger.state.setting, ledger.state.clock.day
    due = [objective for objective in setting.objectives if min(objective.by_day, setting.days) == day]
    score(ledger, due, rule=RULE, why=f"holds {{hex}} at the end of day {day}")
    if is_last_day(ledger.situation):
        finish(ledger, leader(points_now(ledger.situation)), rule=RULE, why="the last day is over")


def _held(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    enemies = [other.id for other in stands_at(situation, index) if other.side != stand.side]
    held = f"{situation.map.number(index)} is held by {enemies[0]}; move or remove that first" if enemies else ""
    return Refusal(RULE, held) if held else None


def _weather(situation: Situation) -> Collection[str]:
    return {word for row in zen(situation).weather.values() for word in row}


ORDERS = rulings(
    Powers(
        rule=RULE,
        strength="strength points",
        leave=leave_play,
        no_place=_held,
        weather=_weather,
        on_hex=frozenset({"", "fort", "mines"}),
        isolation=True,
        in_view=False,
    )
)
