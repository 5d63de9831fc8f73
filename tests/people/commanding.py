"""Call commands on the club's store, whose map is drawn in the tests."""

from click.testing import CliRunner

from tests.people.helpers import CAMPAIGN, ClubStore, club_store
from webui.cli import main
from webui.desk import library


def club_command(tmp_path, monkeypatch, *first):
    """Give what calls a command, which begins with some words, on the club's store; ``store`` of it opens that."""
    made = club_store(tmp_path)
    shelf = made.shelf
    made.close()
    opened = library.open_store

    def club(place, **options):
        found = opened(place, **options)
        found.__class__, found.shelf = ClubStore, shelf
        return found

    monkeypatch.setattr(library, "open_store", club)

    def call(*words, code=0, stdin=None, campaign=CAMPAIGN):
        named = ("--campaign", campaign) if campaign else ()
        words = (*first, *words, *named, "--store", str(tmp_path))
        done = CliRunner().invoke(main, list(words), input=stdin)
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.output

    call.store = lambda: club(tmp_path)
    return call
