"""
Turn the symbols of units into the codes of military symbology, and back.

Two codes are in use: 20 digits (APP-6D, MIL-STD-2525D) and 15 letters (APP-6B, MIL-STD-2525C). Both name the
side, the size and the arm; what the codes do not name, as a horse-drawn column, is lost in them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENEMY", "OWN", "UNKNOWN", "Arm", "arm_of_digits", "arm_of_letters", "digits", "letters"]

OWN, ENEMY, UNKNOWN = "3", "6", "1"
"""The digits for a friend, an enemy and one who may be either."""
_LETTER_OF = {OWN: "F", ENEMY: "H", UNKNOWN: "U"}


class Arm(NamedTuple):
    """The symbol that a code names, a key of ``scenarios.symbols.KINDS``, and the size, "" where it names none."""

    symbol: str
    size: str


_ARMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "infantry": ("1211000000", "UCI---"),
        "motorised": ("1211040000", "UCIM--"),
        "mechanised": ("1211020000", "UCIZ--"),
        "parachute": ("1211000001", "UCIA--"),
        "glider": ("1211000100", "UCIS--"),
        "mountain": ("1211000027", "UCIO--"),
        "naval": ("1211004600", "UCIN--"),
        "machine_guns": ("1211008500", "UCI---"),
        "armour": ("1205000000", "UCA---"),
        "heavy_armour": ("1205000015", "UCATH-"),
        "light_armour": ("1205000019", "UCATL-"),
        "armoured_recon": ("1205010000", "UCRVA-"),
        "assault_gun": ("1204010000", "UCAAA-"),
        "antitank": ("1204000000", "UCAA--"),
        "armoured_antitank": ("1204010077", "UCAAAT"),
        "recon": ("1213000000", "UCR---"),
        "cavalry": ("1213000031", "UCRH--"),
        "artillery": ("1303000000", "UCF---"),
        "armoured_artillery": ("1303010000", "UCFHE-"),
        "mortar": ("1308000000", "UCFM--"),
        "rocket": ("1303004100", "UCFR--"),
        "antiaircraft": ("1301000000", "UCD---"),
        "engineer": ("1407000000", "UCE---"),
        "works": ("1407001200", "UCEN--"),
        "aircraft": ("1208000000", "UCVF--"),
        "helicopter": ("1206000000", "UCV---"),
        "signals": ("1110000000", "UUS---"),
        "transport": ("1636000000", "UST---"),
        "supply": ("1634000000", "USS---"),
        "hq": ("1100000000", "U-----"),
        "unknown": ("0000000000", "U-----"),
    }
)
"""Entity with its two modifiers in digits, and function in letters, of each symbol."""

_SIZES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "squad": ("12", "B"), "section": ("13", "C"), "platoon": ("14", "D"), "company": ("15", "E"),
        "battalion": ("16", "F"), "regiment": ("17", "G"), "brigade": ("18", "H"), "division": ("21", "I"),
        "corps": ("22", "J"), "army": ("23", "K"), "army_group": ("24", "L"), "group": ("17", "G"),
    }
)  # fmt: skip
_DIGIT_SIZES = {two: size for size, (two, _) in _SIZES.items() if size != "group"}
_LETTER_SIZES = {letter: size for size, (_, letter) in _SIZES.items() if size != "group"}
_ENTITIES = {entity: symbol for symbol, (entity, _) in _ARMS.items()}
# The letters know no machine guns: theirs are read as those of infantry, which stands first.
_FUNCTIONS = {
    function: symbol for symbol, (_, function) in reversed(tuple(_ARMS.items())) if symbol not in {"hq", "unknown"}
}
_FORMATIONS = {"armoured": "armour", "corps": "infantry", "army": "infantry"}
"""The symbol of a formation whose kind is no symbol: the codes know no corps without an arm."""


def digits(symbol: str, size: str, identity: str) -> str:
    """
    Give the code of 20 digits.

    >>> digits("infantry", "battalion", OWN)
    '10031000161211000000'
    >>> digits("hq", "division", ENEMY)
    '10061002211100000000'
    """
    entity, _ = _arm(symbol)
    echelon = _SIZES[size][0] if size in _SIZES else "00"
    return f"100{identity}100{'2' if symbol == 'hq' else '0'}{echelon}{entity}"


def letters(symbol: str, size: str, identity: str) -> str:
    """
    Give the code of 15 letters.

    >>> letters("infantry", "battalion", OWN)
    'SFGPUCI----F---'
    """
    _, function = _arm(symbol)
    echelon = _SIZES[size][1] if size in _SIZES else "-"
    return f"S{_LETTER_OF[identity]}GP{function}{'A' if symbol == 'hq' else '-'}{echelon}---"


def arm_of_digits(code: str) -> Arm:
    """
    Read a code of 20 digits, or of 30; the nearest arm where it is finer than ours.

    >>> arm_of_digits("10031000151205010000")
    Arm(symbol='armoured_recon', size='company')
    >>> arm_of_digits("10031000161211990000").symbol
    'infantry'
    """
    size = _DIGIT_SIZES.get(code[8:10], "")
    if code[7:8] in {"2", "3", "6", "7"}:
        return Arm("hq", size)
    entity = code[10:20]
    for kept in (10, 8, 6, 4):
        found = _ENTITIES.get(entity[:kept].ljust(10, "0"))
        if found not in {None, "unknown"}:
            return Arm(str(found), size)
    return Arm("unknown", size)


def arm_of_letters(code: str) -> Arm:
    """
    Read a code of 15 letters; the nearest arm where it is finer than ours.

    >>> arm_of_letters("SFGPUCIZ---F---"), arm_of_letters("S-G-UCFHEW-D---").symbol
    (Arm(symbol='mechanised', size='battalion'), 'armoured_artillery')
    """
    padded = code.upper().replace("*", "-").ljust(15, "-")
    size = _LETTER_SIZES.get(padded[11], "")
    if padded[10] in {"A", "B", "C", "D"}:
        return Arm("hq", size)
    function = padded[4:10]
    for kept in range(6, 2, -1):
        found = _FUNCTIONS.get(function[:kept].ljust(6, "-"))
        if found:
            return Arm(found, size)
    return Arm("unknown", size)


def _arm(symbol: str) -> tuple[str, str]:
    return _ARMS.get(_FORMATIONS.get(symbol, symbol), _ARMS["unknown"])
