"""A small campaign with a battalion that the other side cannot see, for what must not leak."""

from __future__ import annotations

from campaign.store.library import Shelf
from campaign.store.session import create_campaign
from campaign.store.veils import keep_veil
from tests.campaign.toyrules import GROUND, RULES, stand, toy_opening
from tests.toyground import toy_map
from webui import create_app
from webui.desk.library import CampaignStore, open_store

SECRET_ID, SECRET_NAME, SECRET_SHORT = "XYZZY/9", "Kampfgruppe Quasimodo", "Quasi9"


class ToyStore(CampaignStore):
    """A store whose maps and rules are the toy's."""

    def hexmap(self, key):
        return self.shelf.hexmap(key)

    def ruleset(self, key, overrides):
        return RULES


def toy_store(folder, *, hidden=True, open_only=False):
    """
    Make a store with one toy campaign; ``hidden``: with a German battalion that no American sees.

    ``open_only``: the campaign is there, and the store is opened as another program does.
    """
    made = open_store(folder)
    made.__class__ = ToyStore
    hexmap = toy_map(GROUND)
    made.shelf = Shelf((hexmap,), lambda key, overrides: RULES)
    if open_only:
        return made
    extra = [stand(SECRET_ID, "ge", "1001", hexmap=hexmap, name=SECRET_NAME)] if hidden else []
    if extra:
        from msgspec.structs import replace

        extra = [replace(extra[0], profile=replace(extra[0].profile, short=SECRET_SHORT))]
    # Else two stores would differ by the lots that their masked ids are made with.
    keep_veil(made.log, "toy", "the same in all toy stores")
    create_campaign(made.log, "toy", toy_opening(*extra, hexmap=hexmap), library=made)
    return made


def toy_app(folder, **options):
    """Give the application on such a store."""
    app = create_app(toy_store(folder, **options))
    app.testing = True
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app
