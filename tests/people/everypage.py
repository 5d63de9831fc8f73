"""
List the pages of the application as people open them: each route that answers with a page, once for each person.

It asks the application itself, as ``tests.people.walk`` does, so that a new page is looked at without being named here.
"""

from __future__ import annotations

from tests.people.helpers import signed_in
from tests.people.walk import QUERIES, addresses

PEOPLE = ("", "host", "umpire", "ann", "sid", "oscar", "olga")
"""Who opens them: a stranger, the host, an umpire, a player, a side's commander, observers of a side and of all."""
_FILES = ("/export/", "/feed/")
"""They are sent to be kept, and stand alone."""


def every_page(app, people=PEOPLE, *, routes=False):
    """
    Give person and address of each page, and its route if wanted.

    Of a route with several viewers it is the first that the person may open.
    """
    found, no_pages = {}, set()
    for person in people:
        client = signed_in(app, person)
        for endpoint, method, url, query in addresses(app):
            asked = method != "GET" or (person, endpoint) in found or endpoint in no_pages
            if asked or any(part in url for part in _FILES):
                continue
            answer = client.get(url + query, headers={"Accept": "text/html"}, buffered=False)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                found[person, endpoint] = url + query
            elif answer.status_code == 200:
                # What sends data to one sends no page to another.
                no_pages.add(endpoint)
            answer.close()
    return [(person, url, *([route] if routes else [])) for (person, route), url in found.items()]


__all__ = ["PEOPLE", "QUERIES", "every_page"]
