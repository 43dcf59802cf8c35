"""Parts of pages: written once for the same inputs, told apart by their digests; templates with lines of their own."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError, UndefinedError
from jinja2.runtime import StrictUndefined
from markupsafe import Markup, escape

from dolmen.core.words import words
from dolmen.server.line_breaks import LineBreaks
from dolmen.server.parts import Growth, Memo, Part, Row, growth
from dolmen.server.rendering import Rendering

ENGLISH, DUTCH = words("en"), words("nl")


def test_a_part_is_written_once_for_the_same_inputs() -> None:
    rendering = Rendering("")
    one, other = (Part("strip", "strip.html", {"places": (("red", name, 3, True),)}) for name in ("a < b", "c"))
    first = rendering.written(one, ENGLISH)
    assert "a &lt; b" in first.html
    assert rendering.written(Part("elsewhere", one.template, dict(one.inputs)), ENGLISH) is first
    assert rendering.written(other, ENGLISH) is not first
    assert rendering.written(one, DUTCH) is not first and rendering.written(one, DUTCH).digest == first.digest
    assert rendering.written(other, ENGLISH).digest != first.digest


def test_what_is_told_always_is_not_kept() -> None:
    rendering = Rendering("")
    part = Part.plain("said", "hello", always=True)
    assert rendering.written(part, ENGLISH) is not rendering.written(part, ENGLISH)
    assert rendering.partials([part], ENGLISH) == (
        '<hx-partial hx-target="#said" hx-swap="innerHTML">hello</hx-partial>'
    )


def test_a_part_knows_nothing_but_its_inputs() -> None:
    with pytest.raises(UndefinedError):
        Rendering("").written(Part("chat", "lines.html", {"text": "no chat"}), ENGLISH)


def listed(*texts: str) -> tuple[Row, ...]:
    return tuple(Row(f"row-{text}", "turn.html", text) for text in texts)


def test_of_a_list_that_grows_only_what_is_new_is_told() -> None:
    assert growth(listed("b", "a"), listed("c", "b", "a")) == Growth((), listed("c"))
    assert growth(listed("b", "a"), listed("b", "a")) == Growth((), ())
    assert growth(listed("head", "b", "a"), listed("head", "c", "b", "a")) == Growth(
        listed("head"), listed("head", "c")
    )
    assert growth(listed("2 said no", "b", "a"), listed("3 said no", "b", "a")) == Growth(
        listed("2 said no"), listed("3 said no")
    )
    assert growth(listed("c", "b", "a"), listed("d", "c", "b")) == Growth((), listed("d")), "what fell off stays"
    assert growth(listed("b", "a"), listed("c", "b", "other")) is None, "something further down has changed"
    assert growth(listed("b", "a"), listed("z", "y")) is None and growth((), listed("a")) is None
    many = listed(*"nmlkjihgfedcba")
    assert growth(listed("a"), many) is None, "so much is told as a whole"


def test_what_nobody_asked_for_is_forgotten() -> None:
    memo = Memo(most=1000)
    for number in range(3000):
        assert memo.get(("often",), lambda: "x" * 10).html == "x" * 10
        memo.get((number,), lambda: "y" * 10)
    assert len(memo) <= 2 * 1000 // 10 + 2
    written = memo.get(("often",), lambda: "forgotten")
    assert written.html == "x" * 10


def rendered(template: str, **context: object) -> str:
    loader = DictLoader({"page": template})
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, extensions=[LineBreaks])
    return environment.get_template("page").render(**context)


def test_a_line_break_is_no_space_and_a_space_is_one() -> None:
    template = """
      <p>
        {% if name %}
          <b>{{ name }}</b>
          <i>a</i> <i>b</i>
        {% endif %}
      </p>
    """
    assert rendered(template, name="Ana") == "<p><b>Ana</b><i>a</i> <i>b</i></p>"


def test_between_attributes_a_line_break_separates() -> None:
    template = """<a href="x"
        {% if name %}class="on"{% endif %}
        hidden>
      {{ name }}</a>"""
    assert rendered(template, name="<b>").split() == ["<a", 'href="x"', 'class="on"', "hidden>&lt;b&gt;</a>"]


def test_errors_name_the_line() -> None:
    with pytest.raises(TemplateSyntaxError) as refusal:
        rendered("<p>\n\n  {{ a b }}\n</p>")
    assert refusal.value.lineno == 3


RENDERING = Rendering("")


def written(template: str, **context: object) -> str:
    return RENDERING.environment(ENGLISH).from_string(template).render(**context)


@pytest.mark.parametrize(
    "shown", ["plain", "a & b <i>", "'\"", Markup("<b>&amp;</b>"), 7, -1, 2.5, None, True, ("a", "<")]
)
def test_templates_escape_whatever_is_no_markup(shown: object) -> None:
    assert written("{{ shown }}", shown=shown) == str(escape(shown))


def test_a_sentence_tells_markup_from_text_that_looks_the_same() -> None:
    template = "{{ _('%(name)s is back.', name=name) }}"
    assert written(template, name=Markup("<b>Ana</b>")) == "<b>Ana</b> is back."
    assert written(template, name="<b>Ana</b>") == "&lt;b&gt;Ana&lt;/b&gt; is back."
