"""Change stands, formations and states whose facts are changed too, as if they were fields."""

import msgspec

from campaign.model.facts import fact_of, with_facts

__all__ = ["change", "fact_of", "packed_facts"]

EMPTY = (None, 0, "", (), {})


def change(thing, **values):
    """Give a thing with these fields; what is no field of it is a fact."""
    fields = {key: value for key, value in values.items() if key in thing.__struct_fields__}
    facts = {key: value for key, value in values.items() if key not in fields}
    found = msgspec.structs.replace(thing, **fields)
    return with_facts(found, **packed_facts(**facts)) if facts else found


def packed_facts(**facts):
    """Give facts as a fold would keep them: what is as good as unset is None. Shots may be 0."""
    return {key: None if value in EMPTY and key != "shots" else value for key, value in facts.items()}
