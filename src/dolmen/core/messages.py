"""Messages to people that are made where no reader is known: English there, translated where they are shown.

Whoever makes one needs no catalogue: `str(message)` is the English sentence, `message.translated(words)` the same in
the reader's language. A test finds the text of every `Message("...")` in the catalogues.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dolmen.core.words import Words


class Message:
    """An English text with named parts (`%(name)s`); a part may be a message, too."""

    def __init__(self, text: str, /, **parts: object) -> None:
        self.text = text
        self.parts = parts

    def __str__(self) -> str:
        return self.text % self.parts if self.parts else self.text

    def translated(self, words: Words) -> str:
        """The same in the reader's language."""
        if not self.text:
            return ""
        text = words.gettext(self.text)
        return text % {name: translated(part, words) for name, part in self.parts.items()} if self.parts else text

    def by_rule(self, rule: str) -> Message:
        """A reason with the name of the rule that gives it."""
        return Message("%(reason)s (rule: %(rule)s)", reason=self, rule=Message(rule))


class Term(Message):
    """A thing that files and programs call by a short name, and people by another: 'witches', the Witches."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name

    def __str__(self) -> str:
        return self.name


class Listed(Message):
    """Several things: in English with one joint between all of them, elsewhere as the language lists things."""

    def __init__(self, items: Sequence[object], joint: str = " and ") -> None:
        super().__init__("")
        self.items = items
        self.joint = joint

    def __str__(self) -> str:
        return self.joint.join(map(str, self.items))

    def translated(self, words: Words) -> str:
        """The same in the reader's language."""
        return words.listed(str(translated(item, words)) for item in self.items)


def translated(part: object, words: Words) -> object:
    """A part of a sentence in the reader's language, where it is a message; else as it is."""
    return part.translated(words) if isinstance(part, Message) else part
