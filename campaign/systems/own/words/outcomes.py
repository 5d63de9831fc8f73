"""Read outcomes: ``WHO WORD [ARGUMENT]``, out of a closed list; what a result, a check or a breakpoint brings."""

from typing import TYPE_CHECKING, Any, NamedTuple

from maps.problems import did_you_mean

if TYPE_CHECKING:
    from campaign.systems.own.reading.notes import Notes, Place

ATTACKER, DEFENDER, EACH, IT = "attacker", "defender", "each", "it"
IN_RESULTS = (ATTACKER, DEFENDER, EACH)
IN_FIGHTS = (ATTACKER, DEFENDER)
ALONE = (IT,)
_MOST_LETTERS, _MOST_NUMBER = 60, 99
NUMBER = "number"

OUTCOMES: dict[str, tuple[str, str]] = {
    "loses": (NUMBER, "so many steps come off, each from whoever has most left"),
    "retreats": (NUMBER, "it goes so many hexes away; [retreat] says where, and what if it cannot"),
    "loses or retreats": (NUMBER, "its owner's posture says which, else [retreat] prefers"),
    "advances": (NUMBER, "the first of them goes into the hex, if it is empty, and up to so many hexes in all"),
    "is": ("mark", "it is so marked"),
    "recovers from": ("mark", "that mark is taken off"),
    "forms": ("stance", "it takes that stance, at no cost"),
    "checks": ("check", "it makes that check"),
    "is gone": ("", "it leaves the map for good"),
    "flees": ("", "it goes its whole move away, and again each turn while it is so marked"),
    "surrenders": ("", "it leaves the map for good, as prisoners"),
    "captures guns": ("", "guns that are left in the hex leave the map for good"),
    "exchanges": ("", "each side loses as many steps as the weaker has"),
    "throws again": ("", "the same table is thrown on once more, and once only"),
}
"""Every word that an outcome can have: what follows it, and what it means."""


class Deed(NamedTuple):
    """An outcome as it is read."""

    who: str
    word: str
    arg: str = ""
    number: int = 0
    text: str = ""

    def __str__(self) -> str:
        """Write it as the file does."""
        return self.text


NOTHING = Deed(IT, "")
"""What stands in for an outcome that cannot be read."""


def outcome(value: Any, whos: tuple[str, ...], at: "Place", notes: "Notes") -> Deed:
    """Read an outcome; ``whos``: those that it may befall where it stands."""
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        return notes.fault(at, "is not an outcome", f'write for example "{whos[0]} loses 1"', NOTHING)
    who, _, rest = value.strip().partition(" ")
    if who not in whos:
        return notes.fault(at, f"{value!r} does not say to whom", f"begin with {' or '.join(whos)}", NOTHING)
    longest_first = sorted(OUTCOMES, key=len, reverse=True)
    word = next((one for one in longest_first if rest == one or rest.startswith(f"{one} ")), "")
    if not word:
        remedy = did_you_mean(rest.split(" ")[0], OUTCOMES)
        return notes.fault(at, f"{value!r} says nothing that is known", remedy, NOTHING)
    return _with_argument(Deed(who, word, rest.removeprefix(word).strip(), text=value), at, notes)


def _with_argument(found: Deed, at: "Place", notes: "Notes") -> Deed:
    takes = OUTCOMES[found.word][0]
    if takes == NUMBER:
        if not (found.arg.isascii() and found.arg.isdigit() and 0 < int(found.arg[:3]) <= _MOST_NUMBER):
            return notes.fault(at, f"{found.text!r} wants a number", f'write "{found.who} {found.word} 1"', found)
        return found._replace(number=int(found.arg), arg="")
    if bool(takes) != bool(found.arg):
        remedy = f"a {takes} follows {found.word!r}" if takes else f"leave out {found.arg!r}"
        return notes.fault(at, f"{found.text!r} is not said as it must be", remedy, NOTHING)
    if takes:
        notes.uses((takes,), found.arg, at)
    return found
