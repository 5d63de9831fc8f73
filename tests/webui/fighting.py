"""A store with battles, for what is tried on them."""

from __future__ import annotations

import re

from scenarios.battle import plan_on, read_force
from scenarios.board import open_board, shipped_boards
from webui import create_app
from webui.desk.library import open_store

RED, BLUE = "infantry x3, armour, artillery", "infantry x3, armour, antitank"


def battle_store(folder, *rules, seed="a seed for battles", board="harrow_green", **more):
    """Make a store with a battle of each rule system named; the battles bear their keys, with hyphens."""
    store = open_store(folder)
    ground = open_board(shipped_boards()[board])
    for key in rules:
        forces = read_force(RED, "red"), read_force(BLUE, "blue")
        plan = plan_on(ground, forces, store.ruleset(key, {}))
        store.create_battle(plan, ground.hexmap, key, key.replace("_", "-"), seed=seed, **more)
    return store


class Table:
    """A battle as the page asks for it, without a browser."""

    def __init__(self, store, rules):
        self.client, self.url = create_app(store).test_client(), f"/c/{rules.replace('_', '-')}/umpire/"
        self.session = store.session(rules.replace("_", "-"))
        self.token = re.search(r'data-token="([^"]+)"', self.client.get(self.url).text)[1]
        self.sent = 0

    def get(self, name, viewer="umpire", **asked):
        return self.client.get(self.url.replace("umpire", viewer) + name, query_string=asked).json

    def post(self, name, **body):
        self.sent += 1
        body = {"command_id": f"command-{self.sent}", "seq": self.session.seq, **body}
        return self.client.post(self.url + name, json=body, headers={"X-Sandtable-Token": self.token})
