"""Small trials: records made by hand, and a battle that is over in a second."""

from __future__ import annotations

from campaign.model.seats import Seat
from scenarios.trials.records import GameRecord, TurnRow
from scenarios.trials.setups import Setup

TABLE = Seat("table")
SMALL = Setup(rules="d3_one_hour", board="harrow_green", red="infantry x2, armour", blue="infantry x2, armour")
SEATS = (("red", TABLE), ("blue", TABLE))


def row(day, turn=1, **more):
    both = {"red": 0, "blue": 0}
    names = ("points", "units", "lost", "gained_km", "furthest_km", "out_of_command", "cut_off", "attacks")
    return TurnRow(day, turn, **{name: more.get(name, both) for name in names})


def game(seed="s/1", winner="red", **more):
    usual = {
        "setup": "a board", "seats": {"red": "table", "blue": "table"}, "over": True, "points": {"red": 1, "blue": 0},
        "turns": (), "takings": (), "held": {}, "orders": {"red": 4, "blue": 4}, "refused": {"red": 0, "blue": 1},
        "kinds": {"red": {"Move": 4}, "blue": {"Fire": 4}}, "stands": {}, "idle": (), "unfought": (), "deaths": (),
        "seconds": 1.0,
    }  # fmt: skip
    return GameRecord(seed=seed, winner=winner, **(usual | more))
