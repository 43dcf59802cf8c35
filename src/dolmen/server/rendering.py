"""Templates: one Jinja environment a language, with the symbols, addresses and texts that pages need."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from dolmen.art import icon, sprite
from dolmen.art.tokens import HOUSE as TOKENS
from dolmen.art.tokens import Scheme, token
from dolmen.contract.content import Amount
from dolmen.contract.registry import package
from dolmen.core.words import LANGUAGES, Words, words
from dolmen.server.line_breaks import LineBreaks
from dolmen.server.parts import Key, Memo, Part, Row, Written

FOLDER = Path(__file__).parent
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
STATIC = FOLDER / "static"


GAME_STYLE = re.compile(r"games/([\w-]+)/style\.css")
"""The address of a game's style sheet, below `/static/`."""
FILE_NAME = re.compile(r"[A-Za-z0-9_./-]{1,200}")
"""Our own files have no other names."""
MOST_SENTENCES = 5_000
"""So many sentences of templates are kept filled, in each language."""
_SPECIAL: Final = re.compile("[&<>\"']")


def static_file(name: str) -> Path | None:
    """The file behind a static address: one of ours, the tokens, or a game's style sheet."""
    if name == "tokens.css":
        return TOKENS
    if game := GAME_STYLE.fullmatch(name):
        return package(game[1]).presentation().style
    if not FILE_NAME.fullmatch(name):
        return None
    file = (STATIC / unstamped(name)).resolve()
    return file if file.is_file() and file.is_relative_to(STATIC.resolve()) else None


@cache
def stamp(name: str) -> str:
    """A few letters that change with the file, so that browsers may keep it for ever."""
    file = static_file(name)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10] if file else "missing"


@cache
def _modules_stamp() -> str:
    """The same for all of our modules together: they import one another by relative addresses."""
    modules = sorted(STATIC.glob("*.js"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in modules)).hexdigest()[:10]


def unstamped(name: str) -> str:
    """The file behind the address of a module: `modules-<stamp>/page.js` is `page.js`."""
    folder, _, rest = name.partition("/")
    return rest if folder.startswith("modules-") else name


@cache
def _icon(name: str, label: str = "") -> Markup:
    return Markup(icon(name, label))


@cache
def _sprite(*games: str) -> Markup:
    """The symbols of the house and of these games."""
    files = (package(game).presentation().symbol_file for game in games)
    return Markup(sprite(*filter(None, files)))


@cache
def _rule_titles(game: str, language: str) -> dict[str, str]:
    return {rule.key: rule.title for rule in package(game).presentation().rules(words(language))}


@cache
def _tint(colour: str) -> Markup:
    """The attribute that gives an element a seat's colour; nothing where there is none."""
    kind, _, name = colour.rpartition(":")
    return Markup('data-{}="{}"').format(kind or "seat", name) if name else Markup("")


def _mark(colour: str) -> str:
    """The symbol of a seat's colour."""
    kind, _, name = colour.rpartition(":")
    return f"{kind or 'mark'}-{name}"


@cache
def _flag(colour: str) -> Markup:
    """The symbol of a seat's colour, in that colour."""
    return Markup('<span class="flag" {}>{}</span>').format(_tint(colour), _icon(_mark(colour)))


@lru_cache(maxsize=5_000)
def _amounts(amounts: tuple[Amount, ...]) -> Markup:
    """So many of each, with their symbols."""
    return Markup("").join(Markup("{}{}").format(one.number, _icon(one.symbol, one.name)) for one in amounts)


def _gettext(spoken: Words) -> Callable[..., Markup]:
    """The sentences of the templates; their parts are escaped, where they are not markup already."""

    @lru_cache(maxsize=MOST_SENTENCES, typed=True)  # (of two equal texts, one may be markup)
    def filled(text: str, **parts: object) -> Markup:
        return Markup(spoken.gettext(text)) % parts

    return filled


def _escaped(value: Any) -> str:
    """As Jinja's own `escape`, but without making a Markup of every word: what a template writes is joined at once."""
    kind = type(value)
    if kind is Markup or (kind is str and not _SPECIAL.search(value)):
        written: str = value
        return written
    return str(value) if kind is int else escape(value)


class PlainWords(Template):
    """A template that writes words as they are where nothing in them needs escaping."""

    @classmethod
    def from_code(cls, *compiled: Any, **more: Any) -> Template:
        """The template of compiled source."""
        made = super().from_code(*compiled, **more)
        made.root_render_func.__globals__["escape"] = _escaped
        return made


class PlainCalls(Context):
    """Calls a function as it is, unless it asks for Jinja's own arguments: most of them only look something up."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], name: str | None, blocks: Any, **_: Any
    ) -> None:
        """Without the names of all globals, which only a template that imports another one needs."""
        super().__init__(environment, parent, name, blocks)

    def call(
        self, called: Any, /, *arguments: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        """As templates do for every `{{ name(...) }}`."""
        if isinstance(called, Macro):
            return called(self.eval_ctx, *arguments, **named)
        if hasattr(called, "jinja_pass_arg"):
            return super().call(called, *arguments, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)
        return called(*arguments, **named)


class Rendering:
    """Writes pages. The macros of `macros.html` are known to every template."""

    def __init__(self, root_path: str) -> None:
        self.root_path = root_path.rstrip("/")
        self._environments: dict[str, Environment] = {}
        self._memo = Memo()

    def url(self, path: str) -> str:
        """An address on this server."""
        return self.root_path + path

    def static(self, name: str) -> str:
        """The address of a static file, with its stamp."""
        if name.endswith(".js") and "/" not in name:
            return f"{self.root_path}/static/modules-{_modules_stamp()}/{name}"
        return f"{self.root_path}/static/{name}?{stamp(name)}"

    def styles(self, *games: str) -> Markup:
        """Links to the style sheets of these games."""
        link = Markup('<link rel="stylesheet" href="{}">')
        styled = (game for game in games if package(game).presentation().style)
        return Markup("\n").join(link.format(self.static(f"games/{game}/style.css")) for game in styled)

    def environment(self, spoken: Words) -> Environment:
        """The templates in one language."""
        found = self._environments.get(spoken.language)
        if found is None:
            found = Environment(
                loader=FileSystemLoader(FOLDER / "templates"),
                autoescape=True,
                undefined=StrictUndefined,
                auto_reload=False,
                cache_size=-1,  # all templates are kept, in a dict: one of limited size has a lock to wait for
                extensions=["jinja2.ext.i18n", LineBreaks],
            )
            found.context_class, found.template_class = PlainCalls, PlainWords
            found.install_gettext_callables(  # type: ignore[attr-defined]
                spoken.gettext, spoken.ngettext, newstyle=True
            )
            found.globals.update(
                _=_gettext(spoken),
                icon=_icon,
                sprite=_sprite,
                url=self.url,
                static=self.static,
                languages=LANGUAGES,
                language=spoken.language,
                safe=Markup,
                theme_colours={scheme: token("surface", scheme) for scheme in SCHEMES},
                styles=self.styles,
                amounts=_amounts,
                flag=_flag,
                tint=_tint,
                mark=_mark,
                piece=lambda template, **inputs: self._piece(template, inputs, spoken),
                written=lambda part: self.written(part, spoken).html,
                rule_title=lambda game, key: _rule_titles(game, spoken.language).get(key, ""),
            )
            macros = vars(found.get_template("macros.html").module)
            found.globals.update({name: macro for name, macro in macros.items() if isinstance(macro, Macro)})
            self._environments[spoken.language] = found
        return found

    def render(self, template: str, spoken: Words, **context: Any) -> str:
        """A template filled."""
        environment = self.environment(spoken)
        found = environment.get_template(template)
        # As Template.render does it, but that copies the globals one by one: most of what a small part would cost.
        whole = found.new_context({**environment.globals, **context}, shared=True)
        try:
            return environment.concat(found.root_render_func(whole))
        except Exception:
            environment.handle_exception()

    def written(self, part: Part, spoken: Words) -> Written:
        """A part as HTML; one that is not told always is written once."""
        if not part.template:
            return Written(part.inputs["html"])
        if part.always:
            return Written(Markup(self.render(part.template, spoken, **part.inputs)))
        return self._written(part.key, part.template, part.inputs, spoken)

    def row(self, row: Row, spoken: Words) -> Markup:
        """A row of a list, as the list's own template writes it."""
        return self._piece(row.template, {"row": row}, spoken)

    def _piece(self, template: str, inputs: Mapping[str, Any], spoken: Words) -> Markup:
        """What a template calls a piece: written once, too."""
        return self._written(Key((template, *inputs.items())), template, inputs, spoken).html

    def _written(self, key: Key, template: str, inputs: Mapping[str, Any], spoken: Words) -> Written:
        return self._memo.get((key, spoken.language), lambda: self.render(template, spoken, **inputs))

    def partials(self, parts: Sequence[Part], spoken: Words) -> str:
        """What a browser is told in order to exchange these parts."""
        return "\n".join(part.partial(self.written(part, spoken).html) for part in parts)

    def warm(self) -> None:
        """Compile all templates, so that their pages come at once."""
        environment = self.environment(words("en"))
        for name in environment.list_templates():
            environment.get_template(name)
