"""How a person is told, and the umpire's page of the post, in a browser: on a desk and on a phone."""

import datetime as dt
import re

import pytest

from campaign.store.people import People
from campaign.store.post.wishes import WishBook
from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, club_app
from tests.people.post.desk import SETTINGS
from webui.post.codes import code_of
from webui.post.sender import Sender

MINE, UMPIRES = "/account/post", f"/c/{CAMPAIGN}/umpire/post"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path, post=SETTINGS)


def key(app, name):
    return People(app.extensions["sandtable"].store.log).named(name).id


def mails(app):
    """Give what would be sent now."""
    sent, desk = [], app.extensions["sandtable"]
    sender = Sender(desk.store, SETTINGS, mailer=lambda text, _: sent.append(text))
    sender.round(desk.now() + dt.timedelta(minutes=2))
    sender.release()
    return sent


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE])
def test_a_player_gives_his_address_and_says_what_he_is_told_and_when(request, app, size):
    wishes = WishBook(app.extensions["sandtable"].store.log)
    with serving(app) as address:
        ann = Opened(chromium(request), app, address, "ann", size)
        page = ann.go(MINE)
        assert "You have no way yet" in page.content()
        page.fill("#way-mail ~ form input[name=address]", "ann@example.org")
        page.locator("section.card", has_text="Your address").get_by_role("button", name="Save").click()
        page.wait_for_selector("input[name=code]")
        (mail,) = mails(app)
        page.fill("input[name=code]", re.search(r"The code is ([A-Z0-9-]{9});", mail.body)[1])
        page.click("text=It is my address")
        page.wait_for_selector("text=You are told here since")
        first = page.locator("input[name=wanted]").first
        kind, _, way = first.get_attribute("value").partition("/")
        first.uncheck()
        page.fill("input[name=hours]", "24 3")
        page.fill("input[name=quiet_from]", "22")
        page.select_option("select[name=report]", "pdf")
        page.click("text=Keep all this")
        page.wait_for_load_state("load")
        assert not page.locator("input[name=wanted]").first.is_checked()
        kept = wishes.wishes(key(app, "ann"))
        assert ((kind, way) in kept.refused, kept.hours, kept.quiet[0], kept.report) == (True, (24, 3), 22, "pdf")
        page.get_by_role("button", name="Make its address").first.click()
        page.wait_for_selector("input.handed")
        feed = page.input_value("input.handed")
        assert "/calendar/" in feed or "/feed/" in feed
        assert fits(page)
        ann.close()


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE])
def test_the_umpire_reminds_and_takes_a_mail_that_came_to_him(request, app, size):
    log = app.extensions["sandtable"].store.log
    WishBook(log).set_address(key(app, "bob"), "mail", "bob@example.org", confirmed="2026-01-01")
    code = code_of(log, CAMPAIGN, key(app, "ann"), "us-1", "1.1")
    with serving(app) as address:
        umpire = Opened(chromium(request), app, address, "umpire", size, expects=(409,))
        page = umpire.go(UMPIRES)
        page.locator("li", has_text="14th Cavalry").last.get_by_role("button", name="Remind").click()
        page.wait_for_selector("text=Asked: bob, sue.")
        assert [one.to for one in mails(app)] == ["bob@example.org"]
        page.fill("textarea[name=mail]", "Subject: orders\n\n1/110 stays </textarea><b id=leak>x</b>")
        page.click("text=Take it as orders")
        page.wait_for_selector("text=carries no code")
        assert page.locator("#leak").count() == 0
        page.fill("textarea[name=mail]", f"From: a@b\nSubject: {code}\n\n1/110 stays\n2/110 to Nowhere\n")
        page.click("text=Take it as orders")
        page.wait_for_selector("text=sealed as version 1")
        assert "1 of 2 lines are understood" in page.inner_text("[role=status]:visible")
        assert fits(page)
        umpire.close()
