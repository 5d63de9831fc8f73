"""Draw lines of orders by lot: every kind of order, with places, units, numbers and words that may be right."""

from __future__ import annotations

import re

WORDS = {
    "n": ("1", "1", "1", "2", "2", "2", "3", "3", "5", "0", "-1", "400"),
    "face": ("2", "4", "6", "0", "1"),
    "why": (*['because "so it is"'] * 9, 'because ""'),
    "side": ("0", "1", "2", "3", "4", "5"),
    "store": ("LOG", "LOG", "POL", "ENG", "walrus"),
    "weather": ("fine", "cloudy", "overcast", "walrus"),
    "what": ("blown", "prepared", "mines", "bridge", "", "walrus"),
    "task": ("mines", "demolish", "bridge", "fortify", "clear", "blow", "repair", "walrus"),
    "posture": ("move", "hold", "dig_in", "retreat", "walrus"),
    "act": ("reserve", "release", "order_hold", "order_dig_in", "order_move", "order_retreat", "reload", "repair",
            "roll", "stand_fast", "retire", "walrus"),
    "means": ("courier", "courier", "wireless", "telephone", "hand", "walrus"),
    "set": ("delay", "speed", "range", "allowed", "heard", "held", "begins", "turn", "ahead", "walrus"),
    "form": ("free", "order", "report", "request", "walrus"),
    "reports": ("at_once", "staff", "letter", "walrus"),
    "kind": ("infantry", "armour", "unknown", "walrus"),
    "size": ("battalion", "company", "division", "unknown", "walrus"),
    "source": ("reported", "captured", "heard", "inferred", "walrus"),
    "dummies": ("umpire", "sides", "sides", "walrus"),
    "player": ("person", "table", "fast", "commander:veteran:steady", "commander:regular", "commander:walrus"),
    "ruleset": ("d3_one_hour", "parkin_generic", "three_star_general", "zen_operational", "walrus"),
    "mission": ("take", "take", "hold", "hold", "screen", "withdraw", "reserve", "follow", "relieve", "walrus"),
    "more": ("", "", "bypass", "reserve 30", "until 2", "line @hex-@hex", "from 2", "style bold",
             "until 1 then hold @hex", "left @hex-@hex", "right @hex-@hex", "style walrus"),
    "day": ("", "", "by 1", "by 2", "by 9"),
    "veil": ("hidden", "revealed", "rules", "walrus"),
    "ruled": ("hex=@hex", "losses=@n", "losses=-1", "remove", "on=@mark", "off=@mark", "isolated=@n", "veil=@veil",
              "hex=@hex losses=@n", "hex=@hex on=@mark", "remove hex=@hex", "hex=@hex off=@mark isolated=@n"),
}  # fmt: skip
THEMES = {
    "rulings": (
        *["rule stand=@stand @ruled @why"] * 5, "rule formation=@formation stores=@store=@n @why",
        "rule weather=@weather @why", "rule ground=@hex=@what @why", "rule ground=@across=@what told @why",
        "rule ground=@across=@what @why", "rule new=N@n like=@stand hex=@hex @why",
        "rule new=N@n like=@stand hex=@hex formation=@formation name=\"KG @n\" @why", "newrules \"x\" @why",
        "give @formation @command", "@mover M @path", "@stand B @hex",
    ),
    "fronts": (
        "freeze @hex @n @n @why", "freeze area @hex @hex @hex turns @n @why", "freeze hexes @hex @hex turns @n @why",
        "freeze @there @n 2 @why", "freeze @there 1 1 @why", "thaw @there @why", "thaw @still @why", "thaw @still @why",
        *["battle B@n @fought turns=@n rules=@ruleset plan=\"\" @why"] * 3,
        "result @battle turns=@n @stand=@n @stand=1@at @why", "result @battle turns=0 @why",
        "result @battle turns=@n @stand=1+2 @stand=gone @why", "rule stand=@stand hex=@still @why",
        "result @battle turns=2 @stand=gone also \"stand=@stand losses=1 because 'x'\" @why", "@mover M @path",
    ),
    "letters": (
        *["letter @command to @command by @means \"go\""] * 2,
        "letter @party to @party by @means form @form \"hold @hex\" @why",
        "letter @command to umpire by @means form @form \"hold @hex\"",
        "letter @command to @command,umpire,@party by @means \"wait\" hidden @why",
        "letter umpire to @command by @means \"wait\" hidden @why", "deliver @letter", "deliver @letter @letter",
        "deliver", "withhold @letter @why", "withhold @letter @why", "release @letter @why",
        "alter @letter \"other\" @why", "means @means @set @n for @party @why", "means courier @set @n for @party @why",
        "means wireless @set @n @why", "means clock @set 400", "means orders @means @n",
        "rule stand=@stand @ruled @why",
    ),
    "fog": (
        "reports @reports @why", "rumour @command @hex @party @kind @size @source @n \"tanks\" true @why",
        "rumour @command,@command @hex @party @kind @size @source @n \"tanks\"", "deception 60 @face sides @why",
        "deception @n @face @dummies @why", "dummy @stand @hex called \"KG X\" @why", "dummy @mover @here",
        "dummy @mover @here", "dummy @stand @hex", *["dummy_march @posed @hex", "dummy_march @posed @there"] * 2,
        "dummy_back @posed", "@stand S @feigned", "@stand F @feigned", "rule stand=@stand veil=@veil @why",
        "rule stand=@stand hex=@feigned @why", "seat @party @player", "seat @command @player",
        "letter @command to @command by wireless \"go\"",
    ),
    "missions": (
        "mission @formation @mission @hex @day @more", "mission @formation @mission via @hex @there @more",
        "mission @formation @mission with @formation", "mission @formation @mission @hex @day with @formation",
        "mission @formation take @there @more", "drop @formation", "drop @formation", *["@mover I @path"] * 3,
        "@mover I @path road day @n turn @n", "@mover I @path transport", "@stand IX", "@stand IX", "@stand X",
        "@mover M @path", "@mover T @path", "rule stand=@hq remove @why", "hq @formation @stand",
        "hq @formation @mover", "@mover D 1", "recover @formation @stand=@n",
        "supply @formation @store=@n", "airlift @formation @store=@n", "supply @formation",
        "posture @formation @posture",
    ),
    "fights": (
        *["@mover M @path", "@stand S @there", "@stand K @there"] * 2, "@mover A @path", "@stand F @there",
        "@stand F @hex", "@stand D @n", "@stand R", "@mover E @near", "@stand U", "@stand W @task @hex @side",
        "@stand W @task @there", "@stand S @there with @stand", "@stand K @there with @stand", "@stand SM @there",
        "@mover P @near", "@mover P @near", "@stand Y @stand @stand", "@mover Y @near", "@mover S @target",
        "@mover K @target", "@mover F @target", "@mover SM @target", "@mover C @act", "@mover W @task @here",
        "@stand Z @side", "@stand C @act @hex",
        "@stand C @act", "air @party @there @n", "recon @party @hex", "naval @party ship @hex", "land @stand @hex",
        "land @stand @hex glider", "go @formation", "walrus @stand", "next @stand", "@stand", "@mover T @path",
    ),
}  # fmt: skip
LINES = tuple(line for lines in THEMES.values() for line in lines)
_NAME = re.compile(r"@([a-z]+)")
_TABLES = {
    "@letter": "letters", "@battle": "battles", "@posed": "dummies", "@still": "fronts", "@feigned": "dummies",
}  # fmt: skip


class Lines:
    """Draws lines from one row of dice, most of them of one theme."""

    def __init__(self, dice, theme):
        self.dice, self.theme, self.here = dice, THEMES[theme], None

    def drawn(self, situation):
        """Give a line."""
        missing = [name for name, table in _TABLES.items() if not getattr(situation.state, table)]
        found = self._line()
        while any(name in found for name in missing) and self.dice.random() < 0.9:
            found = self._line()
        return self.filled(found, situation)

    def filled(self, line, situation):
        """Give a line with something for each of its names."""
        while _NAME.search(line):
            line = _NAME.sub(lambda match: self._word(match[1], situation), line, count=1)
        return line

    def _line(self):
        return self.dice.choice(self.theme if self.dice.random() < 0.7 else LINES)

    def _word(self, name, situation):
        if name in {"mover", "near", "hq"}:
            return getattr(self, f"_{name}")(situation)
        if name in WORDS:
            return self.dice.choice(WORDS[name])
        state, hexmap = situation.state, situation.map
        keys = {
            "mark": [*sorted(situation.tables.marks), "walrus"],
            "stand": state.stands, "formation": state.formations, "letter": state.letters,
            "posed": [f"{dummy.stand.side} {key}" for key, dummy in state.dummies.items()],
            "party": [*(side.key for side in state.setting.sides)] * 4 + ["umpire"],
            "command": [command.id for command in state.setting.commands],
            "battle": [*state.battles, *(battle.name for battle in state.battles.values())],
        }  # fmt: skip
        if name in keys:
            return self.dice.choice([*keys[name], *keys[name], "walrus"] if len(keys[name]) < 3 else [*keys[name]])
        found = getattr(self, f"_{name}")(situation)
        if name == "at":
            # A name is looked for behind each such sign, and a hex is none.
            return f"@{hexmap.number(found[0])}"
        return {"across": "/", "fought": ","}.get(name, "-").join(map(hexmap.number, found))

    def _mover(self, situation):
        """Name a stand on the map, and keep where it is for the rest of the line."""
        there = [stand for stand in situation.state.stands.values() if stand.on_map]
        chosen = self.dice.choice(there or [*situation.state.stands.values()])
        self.here = chosen.hex
        return chosen.id

    def _near(self, situation):
        """Name a stand in the mover's hex or next to it; any if there is none."""
        around = {self.here, *situation.map.neighbour[self.here].tolist()} if self.here is not None else set()
        beside = [key for key, stand in situation.state.stands.items() if stand.hex in around and stand.hex is not None]
        return self.dice.choice(beside or [*situation.state.stands])

    def _hq(self, situation):
        """Name the headquarters of a formation."""
        led = [one.hq for one in situation.state.formations.values() if one.hq in situation.state.stands]
        return self.dice.choice(led or [*situation.state.stands])

    def _target(self, situation):
        """A hex with somebody in it, of the three nearest to the mover."""
        grid, here = situation.map.layout.grid, self.here or 0
        held = {stand.hex for stand in situation.state.stands.values() if stand.on_map} - {self.here}
        near = sorted(held, key=lambda index: (grid.distance(here, index), index))
        return [self.dice.choice(near[:3])] if near else self._hex(situation)

    def _here(self, situation):
        return self._hex(situation) if self.here is None else [self.here]

    def _hex(self, situation):
        last = len(situation.map) - 1
        return [self.dice.choice([0, last]) if self.dice.random() < 0.1 else self.dice.randrange(last + 1)]

    def _at(self, situation):
        return self._hex(situation)

    def _across(self, situation):
        """Two hexes next to each other."""
        here = self.dice.randrange(len(situation.map))
        return [here, self.dice.choice([int(index) for index in situation.map.neighbour[here] if index >= 0])]

    def _there(self, situation):
        """A hex where somebody is."""
        held = [stand.hex for stand in situation.state.stands.values() if stand.on_map]
        return [self.dice.choice(held)] if held else self._hex(situation)

    def _still(self, situation):
        """A hex where all stand still."""
        fronts = [index for front in situation.state.fronts.values() for index in front.hexes]
        return [self.dice.choice(fronts)] if fronts else self._hex(situation)

    def _feigned(self, situation):
        """A hex where a dummy is."""
        held = [dummy.stand.hex for dummy in situation.state.dummies.values() if dummy.stand.hex is not None]
        return [self.dice.choice(held)] if held else self._there(situation)

    def _fought(self, situation):
        """A hex where somebody is, and those around it; where enemies are next to each other if there are."""
        near, stands = situation.map.neighbour, [one for one in situation.state.stands.values() if one.on_map]
        met = [one.hex for one in stands if any(it.side != one.side and it.hex in near[one.hex] for it in stands)]
        here = self.dice.choice(met) if met else self._there(situation)[0]
        return [here, *(int(index) for index in near[here] if index >= 0)]

    def _path(self, situation):
        """A way from where the mover is, of one to three steps."""
        way = self._here(situation)
        for _ in range(self.dice.randint(1, 3)):
            near = [int(index) for index in situation.map.neighbour[way[-1]] if index >= 0]
            way.append(self.dice.choice(near))
        return way
