"""Answer for lessons: the steps that the page leads through, and how far one has come."""

from __future__ import annotations

from flask import Blueprint, Response

from webui.desk.keeping.lessons import lesson_data
from webui.serving.answers import answer
from webui.serving.security import role
from webui.serving.shared import desk

__all__ = ["lessons"]

lessons = Blueprint("lessons", __name__, url_prefix="/c/<campaign>/<viewer>")


@lessons.get("/lesson.json")
@role("umpire")
def steps(campaign: str, viewer: str) -> Response:
    """Give the steps of the scenario's lesson, each with whether it is done."""
    look, _ = desk().look(campaign, viewer)
    return answer(lesson_data(desk().store, look.session))
