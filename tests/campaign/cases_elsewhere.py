"""Collect the cases of events that have files of their own; ``test_apply`` holds them."""

from tests.campaign.cases_of_battles import CASES_OF_BATTLES
from tests.campaign.cases_of_fog import CASES_OF_FOG
from tests.campaign.cases_of_fronts import CASES_OF_FRONTS
from tests.campaign.cases_of_letters import CASES_OF_LETTERS
from tests.campaign.cases_of_sheets import CASES_OF_SHEETS

CASES_ELSEWHERE = {**CASES_OF_SHEETS, **CASES_OF_LETTERS, **CASES_OF_FOG, **CASES_OF_FRONTS, **CASES_OF_BATTLES}
