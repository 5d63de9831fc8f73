"""A block is read, given and carried on in each of the rule systems: ways end, kept marches arrive."""

import pytest

from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.intent import Intend
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.solo.playing import Game
from campaign.spoken.reader import read_block
from campaign.spoken.standing import going_on
from campaign.spoken.verdicts import verdicts
from campaign.systems.catalogue import keys, ruleset
from scenarios.battle import open_battle, plan_on, read_force
from scenarios.board import open_board, shipped_boards

FAR, NEAR, THIRD = "R1.1", "R1.3", "R1.2"
GOALS = {"parkin_generic": ("lesk_fords", "0606")}
"""Where far is: in Parkin units go seven hexes a turn."""
ZEN = "zen_operational"
"""On boards ZN 4.5 stops whoever is out of command; arriving is tried in the shipped campaign, on the page."""
MOST_PHASES = 40


class Played:
    """A battle in which red is ordered in words and blue stands still."""

    def __init__(self, rules):
        name, self.goal = GOALS.get(rules, ("tallow_cross", "0506"))
        self.ruleset, found = ruleset(rules), open_board(shipped_boards()[name])
        forces = tuple(read_force("infantry x2, armour x2", side) for side in ("red", "blue"))
        plan = plan_on(found, forces, self.ruleset, days=2)
        opening = open_battle(plan, found.hexmap, self.ruleset, seed="spoken")
        self.game = Game.opened(opening.event, found.hexmap, self.ruleset, "spoken")
        self.number, self.carried = found.hexmap.number, []

    @property
    def state(self):
        return self.game.situation.state

    @property
    def view(self):
        return self.game.view("red")

    def may_march(self):
        """Whether red may order marches now; formations are ordered to move and activated where the rules want it."""
        for wanted in (SetPosture, Activate):
            for order in [o for o in legal_orders(self.ruleset, self.view, "red") if isinstance(o, wanted)]:
                if wanted is Activate or order.posture == "move":
                    self.game.give(order, "red")
        return any(isinstance(order, Move) and order.stand == FAR for order in self.ruleset.play.orders(self.view, FAR))

    def end(self):
        self.game.give(EndPhase(), "umpire")

    def to_marches(self):
        """Go on to a phase in which red may march."""
        for _ in range(MOST_PHASES):
            if self.may_march():
                return
            self.end()
        raise AssertionError("red may never march")

    def read(self, text):
        return verdicts(read_block(text, self.view, "red"), self.view, self.ruleset, "red")

    def carry_on(self):
        """Give what the kept marches come to; say what was given up."""
        for one in going_on(self.view, self.ruleset, "red"):
            assert "given up" not in one.words, one
            for order in one.orders:
                try:
                    self.game.give(order, "red")
                except Refusal:
                    continue
                self.carried.append(order)


@pytest.fixture
def played(rules):
    return Played(rules)


def near(played):
    """Find a free hex next to the one that goes near."""
    state, hexmap = played.state, played.game.situation.map
    taken = {stand.hex for stand in state.stands.values()}
    found = hexmap.neighbour[state.stands[NEAR].hex].tolist()
    return next(hexmap.number(index) for index in found if index >= 0 and index not in taken)


def block(played):
    return f"{FAR} to {played.goal}\n{NEAR} to {near(played)}\n{THIRD} hold"


@pytest.mark.parametrize("rules", keys())
def test_a_block_is_judged_in_the_first_phase_and_when_marches_are_ordered(played):
    for _ in range(2):
        found = played.read(block(played))
        assert [one.line.verdict for one in found] == ["give"] * 3
        assert {one.state for one in found} <= {"sound", "doubt"}, found
        for one in found[:2]:
            (way,) = (outcome.way for outcome in one.outcomes)
            assert way.ends[-1] == way.path[-1]
            assert len(way.ends) <= way.turns
        played.to_marches()


@pytest.mark.parametrize("rules", [key for key in keys() if key != ZEN])
def test_sound_lines_are_given_and_kept_marches_arrive(played):
    played.to_marches()
    found = played.read(block(played))
    assert {one.state for one in found} <= {"sound", "doubt"}, found
    orders = [order for one in found for order in one.orders(doubted=True)]
    for order in orders:
        played.game.give(order, "red")
    kept = {order.stand for order in orders if isinstance(order, Intend)}
    assert kept == set(played.state.intents) == {FAR}
    for _ in range(MOST_PHASES):
        if not played.state.intents or played.state.ended:
            break
        played.end()
        played.may_march()
        played.carry_on()
    assert played.number(played.state.stands[FAR].hex) == played.goal, played.carried
    assert not played.state.intents
