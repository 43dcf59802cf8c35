"""Pieces of pages that are written once."""

from __future__ import annotations

from jinja2 import DictLoader, Environment

from dolmen.server import memo


def environment(template: str) -> Environment:
    return Environment(loader=DictLoader({"page": template}), autoescape=True, extensions=[memo.Keeping])


def test_a_piece_is_written_once_for_the_same_key() -> None:
    written: list[str] = []
    template = "{% for a in all %}{% kept a, 1 %}<b>{{ write(a) }}</b>{% endkept %}{% endfor %}"
    page = environment(template).get_template("page")

    def write(text: str) -> str:
        written.append(text)
        return text

    for _ in range(2):
        assert page.render(all=["x", "<y>", "x"], write=write) == "<b>x</b><b>&lt;y&gt;</b><b>x</b>"
    assert written == ["x", "<y>"]


def test_two_places_keep_their_own() -> None:
    page = environment("{% kept a %}one{% endkept %}\n{% kept a %}two{% endkept %}").get_template("page")
    assert page.render(a=1) == "one\ntwo"


def test_what_nobody_asked_for_is_forgotten() -> None:
    found = environment("{% kept a %}{{ a }}{% endkept %}")
    page = found.get_template("page")
    for number in range(3 * memo.MOST):
        page.render(a=number)
    kept = found.extensions[memo.Keeping.identifier]
    assert isinstance(kept, memo.Keeping)
    assert len(kept._new) + len(kept._old) <= 2 * memo.MOST + 1
