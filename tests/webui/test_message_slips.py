"""Message slips on paper lead to the page where what is written on them is sent from."""

import pytest

from tests.scenarios.printshop.test_forms import codes
from tests.webui.fog import toy_app


@pytest.mark.parametrize(("viewer", "page"), [("umpire", "/letters"), ("us", "/letters?write=free")])
def test_the_code_of_a_slip_leads_to_the_page_of_letters(tmp_path, viewer, page):
    answer = toy_app(tmp_path).test_client().get(f"/c/toy/{viewer}/export/messages.pdf")
    assert answer.status_code == 200
    found = codes(answer.data)
    assert {code for row in found for code in row} == {f"http://localhost/c/toy/{viewer}{page}"}
