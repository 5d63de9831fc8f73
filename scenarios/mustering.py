"""Raise the formations and stands of forces told by roles and by sample organisations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ruleset import HasOrganisations
from campaign.model.facts import with_facts
from campaign.model.things import Formation, Stand
from maps.problems import Problem, did_you_mean
from scenarios.conversion import shipped_roles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from scenarios.battle import Force
    from scenarios.conversion import Role

    _Raise = Callable[[str], Iterator[Stand]]
    """Raises the stands of a formation, given its key."""

__all__ = ["force_problems", "is_support", "no_sample", "raise_forces", "sample_names"]

_IN_A_FORMATION = 4
_STORES = 10


def force_problems(forces: Sequence[Force], ruleset: Ruleset) -> list[Problem]:
    """Name the roles and sample organisations of forces that a rule system does not have."""
    key, name = ruleset.tables.like, ruleset.tables.name
    roles = sorted({r for force in forces for r in force.roles if key not in shipped_roles()[r].kinds})
    strange = sorted({sample for force in forces for sample in force.samples} - set(sample_names(ruleset)))
    return [
        *(Problem(role, f"is nothing in {name}", "leave it out, or take another") for role in roles),
        *(no_sample(f"sample {sample}", sample, ruleset) for sample in strange),
    ]


def no_sample(place: str, sample: str, ruleset: Ruleset) -> Problem:
    """Say that the rules have no such sample organisation."""
    known = sample_names(ruleset)
    what = f"{sample!r} is no sample organisation of {ruleset.tables.name}"
    return Problem(place, what, did_you_mean(sample, known) if known else "it has none; name the units")


def sample_names(ruleset: Ruleset) -> Mapping[str, str]:
    """Name the sample organisations of a rule system by their keys; empty if it has none."""
    play = ruleset.play
    return play.organisations() if isinstance(play, HasOrganisations) else {}


def is_support(stand: Stand, ruleset: Ruleset) -> bool:
    """Whether a stand of a battle stands with another: it goes with one by name, or is of a role that does."""
    key, line = ruleset.tables.like, stand.profile.attributes.get("stand")
    found = shipped_roles().values()
    return stand.attached_to is not None or any(key in role.support and role.kinds[key] == line for role in found)


def raise_forces(forces: Sequence[Force], ruleset: Ruleset) -> tuple[dict[str, Formation], list[Stand]]:
    """Raise all that sides bring: four fighting units to a formation, and each sample organisation as one."""
    formations: dict[str, Formation] = {}
    stands: list[Stand] = []
    for force in forces:
        for number, (name, units) in enumerate(_parts(force, ruleset), start=1):
            key = f"{force.side[0].upper()}{number}"
            raised = list(units(key))
            hq = next((unit.id for unit in raised if unit.profile.kind == "hq"), None)
            size = next((unit.profile.size for unit in raised if unit.id == hq), "regiment")
            stores = dict.fromkeys(ruleset.tables.stores, _STORES)
            limits = dict.fromkeys(ruleset.tables.stores, 2 * _STORES)
            told = f"{force.name} {number}" + (f", {name}" if name else "")
            formation = Formation(key, force.side, told, key, size, "infantry", hq=hq, stores=stores)
            formations[key] = with_facts(formation, limits=limits or None)
            stands += raised
    return formations, stands


def _parts(force: Force, ruleset: Ruleset) -> Iterator[tuple[str, _Raise]]:
    """Part a force into formations: a name for each that has one, and what raises its stands."""
    for roles in _groups(force.roles, ruleset.tables.like) if force.roles else ():
        yield "", _of_roles(roles, force.side, ruleset)
    names = sample_names(ruleset)
    for sample in force.samples:
        yield names[sample], _of_sample(sample, force.side, ruleset)


def _groups(roles: Sequence[str], key: str) -> Iterator[list[Role]]:
    """Part a force into formations: four fighting units each, supports shared out, headquarters if there are such."""
    known = [shipped_roles()[role] for role in roles if role != "hq"]
    core = [role for role in known if key not in role.support]
    supports = [role for role in known if key in role.support]
    count = max(1, -(-len(core) // _IN_A_FORMATION))
    for k in range(count):
        group = core[k * _IN_A_FORMATION : (k + 1) * _IN_A_FORMATION] + supports[k::count]
        hq = shipped_roles()["hq"]
        yield ([hq] if key in hq.kinds else []) + group


def _of_roles(roles: Sequence[Role], side: str, ruleset: Ruleset) -> _Raise:
    def units(formation: str) -> Iterator[Stand]:
        key = ruleset.tables.like
        for k, role in enumerate(roles):
            ident = f"{formation}.{'hq' if role.name == 'hq' else k}"
            name = f"{role.name.replace('_', ' ')} {formation}.{k}"
            yield _unit(ident, formation, (role.kinds[key], name, side), ruleset)
            if key in role.beside:
                kind = role.beside[key]
                riding = _unit(f"{ident}.T", formation, (kind, f"{kind.replace('_', ' ')} {ident}", side), ruleset)
                yield msgspec.structs.replace(riding, attached_to=ident)

    return units


def _of_sample(sample: str, side: str, ruleset: Ruleset) -> _Raise:
    play = ruleset.play
    assert isinstance(play, HasOrganisations)
    return lambda formation: iter(play.organise(sample, formation, side))


def _unit(ident: str, formation: str, what: tuple[str, str, str], ruleset: Ruleset) -> Stand:
    kind, name, side = what
    profile = ruleset.play.profile(kind, name=name, side=side)
    return Stand(ident, formation, msgspec.structs.replace(profile, short=ident))
