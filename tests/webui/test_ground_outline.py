"""The outline of a new ground stands beside its files as a ring that is closed."""

from __future__ import annotations

import json

from webui.desk.grounds.shelf import _ring


def test_an_outline_is_a_polygon_that_ends_where_it_begins():
    told = json.loads(_ring([(6.0, 50.0), (6.1, 50.0), (6.0, 50.1)]))
    assert (told["type"], told["geometry"]["type"]) == ("Feature", "Polygon")
    assert told["geometry"]["coordinates"] == [[[6.0, 50.0], [6.1, 50.0], [6.0, 50.1], [6.0, 50.0]]]
