"""
Close turns in small worlds: commands write sheets drawn by lot, which go their ways, are carried out and leave matters.

``closed.txt`` holds a line for each sheet and phase: what is read, foreseen, sent off, attempted and left, as digests.
``python -m tests.campaign.docket.closed`` prints what is otherwise now, ``--write`` takes it over, ``--show GAME``
prints what stands behind the lines of a game, for example ``zen_operational-3``; look at each change before.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from campaign.docket.compile import Orders, attempts_of, left_of
from campaign.docket.delays import Posts, sent_off, standing_words, under_way_words
from campaign.docket.dummylines import attempted, foretold
from campaign.docket.forecast import forecast
from campaign.docket.foreseen import foreseen
from campaign.docket.letterlines import read_letter
from campaign.docket.matters import Line as Missed
from campaign.docket.matters import Silent, matters
from campaign.docket.reading import read_sheet
from campaign.engine.dice import dice_of_choice
from campaign.engine.knowing import view_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.seats import seat_of
from campaign.model.sheets import ClosedLine, turn_key
from campaign.model.things import Command
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.sheets import SheetClosed, SheetsClosed, TurnClosed
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Player
from campaign.solo.memory import FRESH
from campaign.spoken.reader import own_stands
from tests.campaign.taken import World, digest
from tests.recording import compared

FILE = Path(__file__).with_name("closed.txt")
GAMES = [("zen_operational", seed) for seed in range(1, 44) if seed % 2] + [
    (key, seed) for key in ("three_star_general", "parkin_generic", "d3_one_hour") for seed in (2, 3)
]
PHASES, LINES = 6, 9
MEANS = (
    (), ("means orders courier 1", "means orders ahead 0", "means courier delay 60"),
    ("means orders wireless 1", "means orders courier 1", "means wireless range 3", "means orders ahead 10"),
    ("means orders telephone 1", "means orders ahead 0", "means telephone delay 300"),
    ("means orders courier 1", "means courier speed 10", "means orders ahead 0"),
)  # fmt: skip
"""How orders go to their units; nothing: they are there at once."""
SAID = (
    "{who} to {goal}", "{who} to {near}", "{who} to {goal} via {near}", "{who} along the road to {goal}",
    "{who} attack {foe}", "{who} and {other} to {near}", "{who} holds", "{who}, {other} hold", "{who} to {near} turn 2",
    "{who} to {goal} tomorrow", "all hold", "{who} follows {other}", "{who} fire at {foe}", "{who} dig in",
    "{who} to {near}, then attack {foe}", "standing: {who} if attacked withdraw to {near}",
    "standing: all go on until day 3", "standing: {who} if in contact delay back to {near}",
    "standing: {who} delay", "standing: {who} stand fast until day 2 turn 1", "standing: all stand fast",
    "standing: {who} if cut off hold at all costs", "standing: {who} withdraw", "standing: all automaton",
    "standing: {who} automaton", "standing: walrus", "standing: {who} holds {near}", "standing: {other} go on",
    "letter to {party} by courier: hold until noon", "letter to {party}: we are at {near}",
    "letter to umpire by walrus: why?", "letter by wireless: to whom?", "letter to all by hand", "letter to walrus: x",
    "dummy like {who} in {here}", "dummy like {who} in {here}", "dummy like walrus in {near}", "dummy like {who}",
    "dummy dummy-{side}-1 to {near}", "dummy dummy-{side}-1 stays", "dummy dummy-{side}-1 back",
    "dummy like all in {near}", "dummy dummy-{side}-1 walks", "dummy like {who} in {here} called KG X",
    "walrus", "{who}",
    "{who} to walrus",
)  # fmt: skip


class Turns(World):
    """A game whose commands write sheets."""

    def __init__(self, key, seed):
        super().__init__(key, seed)
        self.dice, self.told = random.Random(f"closed/{key}/{seed}"), []
        self.sheets, self.before = {}, None
        for line in (*MEANS[seed % len(MEANS)], "deception 20 4 sides"):
            self.give("umpire", parse_order(line, self.situation.map, self.state))

    def view(self, command):
        return self.situation.with_state(view_of(self.audience.known[Viewer("command", command.id)]))

    def kept(self, *things):
        """Keep what is told for whoever asks to see it, and give its digest."""
        self.told += [repr(one) for thing in things for one in (thing if isinstance(thing, list | tuple) else [thing])]
        return digest(repr(things))

    def write(self, command):
        """Let a command write its sheet: say what is read and foreseen, and what of it goes off."""
        view, own = self.view(command), sorted(own_stands(self.view(command), command.id))
        text = "\n".join(self._said(view, command, own))
        read = read_sheet(text, view, command.id)
        closed = tuple(ClosedLine(one.number, one.text, one.intents) for one in read.lines if one.intents)
        source = self.dice.choice(("sealed", "sealed", "draft", "silent"))
        sheet = SheetClosed(command=command.id, source=source, lines=closed, standing=read.standing)
        sent = sent_off(view, command, sheet)
        posts, before = Posts(view, command), view.state.standing.get(command.id, ())
        words = [under_way_words(view, one) for one in sent.under_way]
        words += [standing_words(posts, one, before) for one in sent.standing]
        self.sheets[command.id] = sent
        ahead = [foretold(one, view, self.rules, command.side) for one in read.dummies]
        digests = (
            self.kept(text, read.lines, read.standing, read.further, read.beside),
            self.kept(foreseen(read.lines, view, self.rules, command)), self.kept(sent, words), self.kept(ahead),
            self.kept(forecast(view, self.rules, own, earlier=self.before)),
        )  # fmt: skip
        return [sent], tuple(filter(None, (attempted(one, command) for one in read.dummies))), " ".join(digests)

    def _said(self, view, command, own):
        near = [view.state.stands[key] for key in own if view.state.stands[key].on_map]
        foes = [one.id for one in view.state.stands.values() if one.side != command.side and one.on_map]
        parties = [*(other.id for other in view.state.setting.commands if other.side == command.side), "umpire", "all"]
        number, inside = view.map.number, range(len(view.map))
        for _ in range(LINES if near else 0):
            who, other = self.dice.choice(near), self.dice.choice(near)
            around = [int(index) for index in view.map.neighbour[who.hex] if index >= 0]
            yield self.dice.choice(SAID).format(
                who=who.id, other=other.id, here=number(who.hex), near=number(self.dice.choice(around)),
                goal=number(self.dice.choice(inside)), side=command.side, party=self.dice.choice(parties),
                foe=self.dice.choice(foes) if foes else number(self.dice.choice(inside)),
            )  # fmt: skip

    def turn(self):
        """Have all write, and carry out what they wrote; yield what is told of each sheet."""
        self.take([SheetsClosed(turn=turn_key(self.state.clock), key="closed", drawn=())])
        for command in self.state.setting.commands:
            events, deceits, words = self.write(command)
            self.take(events)
            thought = self.thought(command) if self.before is None else "-"
            yield f"{command.id} {words} {self.carried(deceits)} {thought}"
        if self.before is None:
            yield from map(self.side_reads, self.state.setting.sides)
        self.before = self.state

    def side_reads(self, side):
        """Say how lines of a side are read, its letters as ones that go now, and what a table of chances orders."""
        view = self.situation.with_state(view_of(self.audience.known[Viewer("side", side.key)]))
        own = sorted(key for key, stand in view.state.stands.items() if stand.side == side.key)
        text = list(self._said(view, Command(side.key, side.key, side.name), own))
        letters = [read_letter(number, line, view, side.key, now=True) for number, line in enumerate(text)]
        dice = dice_of_choice("closed", side.key, 0, 1)
        players = (Player(self.rules, side.key, seat_of(seat)) for seat in ("table", "fast"))
        chosen = [player.choose(view, FRESH, dice) for player in players]
        return f"{side.key} {self.kept(read_sheet(chr(10).join(text), view, side.key))} {self.kept(letters, chosen)}"

    def thought(self, command):
        """Say what the program would order for a command in its place."""
        player = Player(self.rules, command.side, seat_of("commander:veteran:steady"), command.id)
        found = player.choose(self.view(command), FRESH, dice_of_choice("closed", command.side, 0, 1), ())
        return self.kept(found.order, found.told, found.passes)

    def carried(self, attempts):
        """Have attempts worked out; say what came of them."""
        if not attempts:
            return "-"
        self.entries += 1
        try:
            return self.take(self.decided(attempts))
        except Refusal as refusal:
            return self.kept(str(refusal))

    def phase(self):
        """Carry out what can be in this phase, and end it; say what was attempted, what is left, what is looked at."""
        said, missed = [], []
        for command in self.state.setting.commands:
            sheet, view = self.sheets[command.id], self.view(command)
            counts = view.state.standing.get(command.id, ())
            orders = Orders(
                command, sheet.lines, counts, doubts_meant=sheet.source == "sealed",
                marches_go_on=sheet.source != "silent",
            )
            tries, left = attempts_of(orders, view, self.rules), left_of(orders, view, self.rules)
            missed += [Missed(command.id, command.name, one.line, "a line", one.why, one.stand) for one in left]
            said.append(f"{self.kept(tries)} {self.kept(left)} {self.carried(tries)}")
        silent = [Silent(one.id, one.name, "") for one in self.state.setting.commands if self.dice.random() < 0.3]
        pairs = sorted({*self.state.contacts, *self.state.assaults})[:6]
        looked = matters(self.situation, self.rules.play, silent, missed, called_off=pairs)
        return f"{' '.join(said)} {self.kept(list(looked))} {self.carried((EndPhase(),))}"


def played(key, seed):
    """Give what is told of one game."""
    world, turn = Turns(key, seed), ""
    for number in range(PHASES):
        if world.state.ended:
            return
        now = turn_key(world.state.clock)
        if now != turn:
            yield from (f"{key}-{seed} {number} {words}" for words in world.turn())
            turn = now
        yield f"{key}-{seed} {number} {world.state.clock.phase} {world.phase()}"
        if turn_key(world.state.clock) != turn:
            world.take([TurnClosed(turn=turn)])


def lines(games=GAMES):
    """Give all that is told."""
    return [line for game in games for line in played(*game)]


def main(words):
    if words[:1] == ["--show"]:
        key, _, seed = words[1].rpartition("-")
        world = Turns(key, int(seed))
        for _ in range(PHASES):
            list(world.turn())
            world.phase()
        sys.stdout.write("\n".join(world.told) + "\n")
        return
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
