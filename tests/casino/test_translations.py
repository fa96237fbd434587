"""Every sentence has an Italian twin, and the compiled catalogue is the present one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation.template import templatize

CATALOGUE = Path(settings.LOCALE_PATHS[0]) / "it" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)s")
SOURCES = ("casino", "golden_chips", "tables", "wallet")
MARKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), 0),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), 0),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), 1),
}
"""Functions that mark a text, with the place of the text among their arguments."""

IN_TEMPLATE = re.compile(r"gettext\((?:u?(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"))")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def test_no_italian_text_is_missing_or_fuzzy(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue if not entry.translated()] == []
    assert [entry.msgid for entry in catalogue if "fuzzy" in entry.flags] == []


def test_italian_texts_name_the_same_facts(catalogue: polib.POFile) -> None:
    differing = [
        entry.msgid
        for entry in catalogue
        for text in (entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr])
        if set(PLACEHOLDER.findall(entry.msgid)) != set(PLACEHOLDER.findall(text))
    ]

    assert differing == []


def test_compiled_catalogue_is_the_present_one(catalogue: polib.POFile) -> None:
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))

    assert _texts(compiled) == _texts(catalogue)


def test_every_marked_text_is_in_the_catalogue(catalogue: polib.POFile) -> None:
    marked = {*_marked_in_code(), *_marked_in_templates()}

    assert len(marked) > 300
    assert sorted(marked - {entry.msgid for entry in catalogue}) == []


def _texts(entries: polib.POFile | polib.MOFile) -> set[tuple[str, str, str]]:
    return {
        (entry.msgctxt or "", entry.msgid, entry.msgstr or str(sorted(entry.msgstr_plural.items())))
        for entry in entries
        if entry.msgid
    }


def _marked_in_code() -> Iterator[str]:
    for folder in SOURCES:
        for path in (settings.BASE_DIR / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                place = MARKS.get(node.func.id)
                if place is None:
                    continue
                argument = node.args[place]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _marked_in_templates() -> Iterator[str]:
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        for match in IN_TEMPLATE.finditer(templatize(path.read_text())):
            yield ast.literal_eval(match["text"])
