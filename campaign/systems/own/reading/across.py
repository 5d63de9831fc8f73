"""Note what no single key can know: tables that fit their dice, a price for everybody, checks that end."""

from campaign.systems.own.reading.notes import Notes, Place
from campaign.systems.own.shape.fighting import Combat, Table
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.words.outcomes import Deed

_MOST_RATINGS = 16


def across(rules: Rules, notes: Notes) -> None:
    """Note all that does not fit together."""
    _prices(rules, notes)
    _units(rules, notes)
    _checks(rules, notes)
    for number, fight in enumerate(rules.combat):
        _fight(fight, ("combat", number), notes)
    _orders(rules, notes)
    _words(rules, notes)


def _prices(rules: Rules, notes: Notes) -> None:
    movers = list(dict.fromkeys(mover for row in rules.move.ground.values() for mover in row))
    if len(movers) > _MOST_RATINGS:
        notes.fault(("move", "ground"), f"has {len(movers)} movers", f"leave it at {_MOST_RATINGS}", None)
    for name in rules.move.own_grounds:
        if name not in rules.move.ground:
            what = f"names {name}, and no row says what entering it costs"
            notes.fault(("move", "own_grounds"), what, f"write {name} below [move.ground]", None)
    for ground, row in rules.move.ground.items():
        for mover in (one for one in movers if one not in row):
            notes.fault(("move", "ground", ground), f"has no cost for {mover}", f'write {mover} = 1, or "no"', None)


def _units(rules: Rules, notes: Notes) -> None:
    for number, unit in enumerate(rules.unit):
        if "move" not in unit.ratings:
            notes.fault(("unit", number, "ratings"), "have no move", "write move = 4 among them", None)
        for name, values in unit.ratings.items():
            if len(values) > unit.steps:
                what = f"has {len(values)} figures for {unit.steps} steps"
                notes.fault(
                    ("unit", number, "ratings", name), what, "give one for each step, full strength first", None
                )
        taken = [stance for stance in rules.stance if stance.key == unit.stance]
        if taken and not ({unit.kind, *unit.traits} & set(taken[0].kinds)):
            what, remedy = f"is {unit.stance!r}, which it cannot take", f"add {unit.kind} to the kinds of that stance"
            notes.fault(("unit", number, "stance"), what, remedy, None)


def _checks(rules: Rules, notes: Notes) -> None:
    for number, check in enumerate(rules.check):
        for part in ("passed", "failed", "failed_badly"):
            deeds: tuple[Deed, ...] = getattr(check, part)
            if any(deed.word in {"checks", "throws again"} for deed in deeds):
                notes.fault(("check", number, part), "brings another throw", "say what comes of it, not a check", None)
    if rules.command.activation == "check" and not rules.command.check:
        notes.fault(("command", "check"), "is missing", "name the check that activates a formation", None)
    for where, deeds in _outside_fights(rules):
        if any(deed.word in {"throws again", "exchanges", "advances", "captures guns"} for deed in deeds):
            notes.fault(where, "brings what only a fight can bring", "say what befalls the stand alone", None)


def _outside_fights(rules: Rules) -> list[tuple[Place, tuple[Deed, ...]]]:
    found: list[tuple[Place, tuple[Deed, ...]]] = [(("command", "without"), rules.command.without)]
    found += [(("breakpoint", k, "then"), row.then) for k, row in enumerate(rules.breakpoint)]
    found += [(("supply", "without", k, "then"), row.then) for k, row in enumerate(rules.supply.without)]
    for k, check in enumerate(rules.check):
        found += [(("check", k, part), getattr(check, part)) for part in ("passed", "failed", "failed_badly")]
    return found


def _fight(fight: Combat, at: Place, notes: Notes) -> None:
    wanted, other = ("pool", "table") if fight.method == "pool" else ("table", "pool")
    if getattr(fight, wanted) is None:
        notes.fault((*at, wanted), "is missing", f"a fight by {fight.method} has [combat.{wanted}] below it", None)
    if getattr(fight, other) is not None:
        notes.fault((*at, other), f"is not asked by the method {fight.method!r}", "take it out", None)
    if fight.method in {"odds", "difference"} and not fight.defender:
        notes.fault((*at, "defender"), "is missing", "name the rating that the defender counts", None)
    if fight.method == "odds" and fight.table is not None:
        for head in fight.table.columns:
            if head.at <= 0:
                what = f"have {head.text!r}, which is no ratio"
                notes.fault((*at, "table", "columns"), what, 'write ratios, for example "1:2"', None)
    if fight.method == "pool" and fight.dice.each:
        notes.fault((*at, "dice"), "are thrown by each side, which a pool does not ask for", "take them out", None)
    if fight.table is not None:
        _table(fight, fight.table, at, notes)


def _table(fight: Combat, table: Table, at: Place, notes: Notes) -> None:
    heads = [head.at for head in table.columns]
    if heads != sorted(set(heads)):
        notes.fault((*at, "table", "columns"), "do not rise from left to right", "put them in order, each once", None)
    for throw, row in table.rows.items():
        if len(row) != len(heads):
            what = f"has {len(row)} results for {len(heads)} columns"
            notes.fault((*at, "table", "rows", str(throw)), what, "give one for each column", None)
    wanted = range(fight.dice.least, fight.dice.most + 1)
    lacking = [throw for throw in wanted if throw not in table.rows]
    if lacking:
        what = f"have none for {', '.join(map(str, lacking))}"
        remedy = f"{fight.dice} come to {wanted[0]} to {wanted[-1]}: write a row for each"
        notes.fault((*at, "table", "rows"), what, remedy, None)
    for throw in table.rows:
        if throw not in wanted:
            remedy = f"rows are {wanted[0]} to {wanted[-1]}"
            notes.fault((*at, "table", "rows", str(throw)), f"is no throw of {fight.dice}", remedy, None)


def _orders(rules: Rules, notes: Notes) -> None:
    """See that no kind has two combats by one order, and that some phase has each order."""
    words = {unit.kind: {unit.kind, *unit.traits} for unit in rules.unit}
    seen: dict[tuple[str, str], str] = {}
    done = {activity for phase in rules.phase for activity in phase.does}
    for number, fight in enumerate(rules.combat):
        if fight.order not in done:
            remedy = f"let one do {fight.order!r}, or take the combat out"
            notes.fault(("combat", number, "order"), f"is {fight.order!r}, which no phase does", remedy, None)
        for kind in (kind for kind, own in words.items() if not fight.by or own & set(fight.by)):
            if (fight.order, kind) in seen and seen[fight.order, kind] != fight.key:
                what = f"gives {kind} a second combat by {fight.order}, besides {seen[fight.order, kind]!r}"
                notes.fault(("combat", number), what, "say by = [...] in both, so that each kind has one", None)
            seen[fight.order, kind] = fight.key


def _words(rules: Rules, notes: Notes) -> None:
    """See that what a mark says it forbids is barred by it, too."""
    rows = [(("mark", k, "says"), row.says, row.bars) for k, row in enumerate(rules.mark)]
    rows += [(("stance", k, "says"), row.says, row.bars) for k, row in enumerate(rules.stance)]
    for at, says, bars in rows:
        for word, activity in _FORBIDDEN.items():
            if f"not {word}" in says.lower() and activity not in bars:
                what = f"says that one may not {word}, and nothing bars it"
                notes.fault(at, what, f'write bars = ["{activity}"]', None)


_FORBIDDEN = {
    "march": "march", "move": "march", "fire": "fire", "attack": "assault", "assault": "assault", "charge": "charge",
    "rally": "rally",
}  # fmt: skip
"""What a word of a mark forbids, by the activity that it would bar."""
