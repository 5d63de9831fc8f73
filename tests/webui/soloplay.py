"""A person who plays one side of a battle alone, as his page does it, without a browser."""

from __future__ import annotations

import random
import re

from campaign.model.seats import Seat
from tests.webui.fighting import Table, battle_store
from webui.desk.library import Beginning


class Person:
    """One side of a game, played by a person who takes the advice that he is given."""

    def __init__(self, table, side):
        self.table, self.side = table, side
        self.session, self.luck, self.wanted = self.table.session, random.Random(1), []

    def get(self, name, **asked):
        return self.table.get(name, self.side, **asked)

    def post(self, name, viewer="", **body):
        """Send a command with the version that the page shows; dice that are wanted are cast."""
        faces, viewer = None, viewer or self.side
        for _ in range(50):
            version = self.table.get("view.json", viewer)["version"]
            self.table.sent += 1
            sent = {"command_id": f"command-{self.table.sent}", "seq": version, **body}
            if faces is not None:
                sent["dice"] = faces
            url = self.table.url.replace("umpire", viewer) + name
            answer = self.table.client.post(url, json=sent, headers={"X-Sandtable-Token": self.table.token})
            if answer.status_code != 409 or answer.json["error"].get("rule") != "dice":
                return answer
            why = answer.json["error"]["why"]
            self.wanted.append(why)
            count = int(re.search(r"(\d+) (?:die|dice) wanted", why)[1])
            called = re.search(r"(\d+) (?:die|dice) called in", why)
            kept = faces if faces and called and int(called[1]) < count else []
            faces = [*kept, *(self.luck.randint(1, 6) for _ in range(count - len(kept)))]
        raise AssertionError(self.wanted[-3:])

    def take_advice(self, most=40):
        """Order what a commander advises, one order after another; count what was given."""
        given, refused = 0, set()
        while given + len(refused) < most and not self.session.state.ended:
            advised = [one for one in self.get("advice.json")["thoughts"] if one["notation"] not in refused]
            if not advised:
                break
            answer = self.post("orders", notation=advised[0]["notation"])
            if answer.status_code == 200:
                given += 1
            else:
                refused.add(advised[0]["notation"])
        return given

    def play(self, phases, most=40):
        """Play on, phase by phase, with so many orders in each at most; count the orders given by hand."""
        given = 0
        for _ in range(phases):
            if self.session.state.ended:
                break
            given += self.take_advice(most)
            if not self.session.state.ended:
                assert self.post("done").status_code == 200
        return given


class Alone(Person):
    """Red in a battle; blue plays itself."""

    def __init__(self, folder, rules, *, against="commander", deploys=False, **more):
        beginning = Beginning.solo("red", ("red", "blue"), Seat(*against.split(":")), deploys=deploys)
        super().__init__(Table(battle_store(folder, rules, beginning=beginning, **more), rules), "red")
