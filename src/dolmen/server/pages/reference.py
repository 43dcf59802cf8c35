"""The reference of the JSON API as a page, made from its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

Schema = Mapping[str, Any]

_MARKS = (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"), (re.compile(r"`(.+?)`"), r"<code>\1</code>")


def marked(text: str) -> Markup:
    """A text of the schema, in which `code` and **names** are marked as in documentation."""
    told = str(escape(" ".join(text.split())))
    for mark, written in _MARKS:
        told = mark.sub(written, told)
    return Markup(told)


@dataclass(frozen=True)
class Piece:
    """A piece of what a value is: a word, or the name of something that is told below."""

    text: str
    name: str = ""


@dataclass(frozen=True)
class Field:
    """A field or a parameter."""

    name: str
    kind: tuple[Piece, ...]
    needed: bool
    text: Markup
    place: str = ""
    """Of a parameter: `path`, `query` or `header`."""


@dataclass(frozen=True)
class Answer:
    """What an operation answers."""

    status: str
    text: Markup
    media: str
    kind: tuple[Piece, ...]


@dataclass(frozen=True)
class Operation:
    """Something that may be asked for."""

    id: str
    method: str
    path: str
    summary: Markup
    text: Markup
    needs_token: bool
    parameters: tuple[Field, ...]
    body: tuple[Piece, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Chapter:
    """The operations of one subject."""

    name: str
    text: Markup
    operations: tuple[Operation, ...]

    @property
    def anchor(self) -> str:
        """What the page calls it."""
        return self.name.replace(" ", "-")


@dataclass(frozen=True)
class Shape:
    """What an object holds."""

    name: str
    text: Markup
    fields: tuple[Field, ...]
    kind: tuple[Piece, ...]
    """Of what is no object: what it is."""


@dataclass(frozen=True)
class Reference:
    """The whole page."""

    title: str
    version: str
    about: tuple[Markup, ...]
    chapters: tuple[Chapter, ...]
    shapes: tuple[Shape, ...]


def reference_page(schema: Schema) -> Reference:
    """The page of a schema."""
    info = schema["info"]
    return Reference(
        info["title"],
        info["version"],
        tuple(marked(part) for part in info["description"].strip().split("\n\n")),
        tuple(_chapter(tag, schema) for tag in schema["tags"]),
        tuple(_shape(name, one) for name, one in sorted(schema["components"]["schemas"].items())),
    )


def _chapter(tag: Mapping[str, str], schema: Schema) -> Chapter:
    found = [
        _operation(method, path, told)
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
        if tag["name"] in told["tags"]
    ]
    return Chapter(tag["name"], marked(tag["description"]), tuple(found))


def _operation(method: str, path: str, told: Schema) -> Operation:
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return Operation(
        told["operationId"],
        method.upper(),
        path,
        marked(told["summary"]),
        marked(told["description"].partition("\n")[2]),
        "security" in told,
        tuple(
            Field(
                one["name"],
                tuple(_kind(one["schema"])),
                one.get("required", False),
                marked(one["description"]),
                one["in"],
            )
            for one in told.get("parameters", ())
        ),
        tuple(_kind(body)) if body else (),
        tuple(_answer(status, one) for status, one in sorted(told["responses"].items())),
    )


def _answer(status: str, told: Schema) -> Answer:
    for media, content in told.get("content", {}).items():
        return Answer(status, marked(told["description"]), media, tuple(_kind(content["schema"])))
    return Answer(status, marked(told["description"]), "", ())


def _shape(name: str, told: Schema) -> Shape:
    needed: Sequence[str] = told.get("required", ())
    fields = tuple(
        Field(key, tuple(_kind(one)), key in needed, marked(one.get("description", "")))
        for key, one in told.get("properties", {}).items()
    )
    return Shape(name, marked(told.get("description", "")), fields, () if fields else tuple(_kind(told)))


def _kind(told: Schema) -> Iterator[Piece]:
    """What a value is, in words."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        yield Piece(name, name)
    elif choices := told.get("anyOf") or told.get("oneOf"):
        for place, one in enumerate(choices):
            if place:
                yield Piece("or")
            yield from _kind(one)
    elif "enum" in told or "const" in told:
        yield Piece(" | ".join(f'"{one}"' for one in told.get("enum", [told.get("const")])))
    elif "contentSchema" in told:
        yield Piece("stream of")
        yield from _kind(told["contentSchema"])
    elif told.get("type") == "array":
        yield Piece("list of")
        yield from _kind(told.get("items", {}))
    elif told.get("type") == "object" and isinstance(told.get("additionalProperties"), Mapping):
        yield Piece("object of")
        yield from _kind(told["additionalProperties"])
    else:
        yield Piece(str(told.get("type", "anything")))
