"""The page of the HTTP API, from the description that the server gives of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sources import write_page
from sphinx.application import Sphinx

from pegsolitaire.web.app import make_api

Schema = Mapping[str, Any]

_HEAD = """# HTTP API

What `pegs play` serves beside the page, as its own description
(`http://127.0.0.1:8033/api/openapi.json`) has it. Every answer is one JSON object of those
[below](#objects). Codes and counts are texts, because numbers of JavaScript end at 2^53. What
protects the server stands on [the page about the page](../page.md#the-server).

```console
$ curl 'http://127.0.0.1:8033/api/hint?board=triangle5&start=a1'
```
"""


def write_pages(app: Sphinx) -> None:
    """Write the page; nothing is served for it."""
    with TemporaryDirectory() as home:
        api = make_api(Path(home))
        description = api.openapi()
        api.state.desk.close()
    write_page(Path(app.srcdir) / "generated" / "http-api.md", _page(description))


def _page(description: Schema) -> list[str]:
    lines = [_HEAD, *_errors(description), "## Requests", ""]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            lines += _operation(path, method, operation)
    lines += ["## Objects", "", "What is in *italics* may be left out.", ""]
    for name, schema in description["components"]["schemas"].items():
        lines += _object(name, schema)
    return lines


def _errors(description: Schema) -> Iterator[str]:
    """The answers that any request may get."""
    every = [
        operation["responses"]
        for methods in description["paths"].values()
        for operation in methods.values()
    ]
    common = set.intersection(*(set(one) for one in every))
    yield from ("## Refusals", "", "All have one form, `ErrorDocument`:", "")
    yield from ("| status | what |", "|---|---|")
    for status in sorted(common - {"200"}):
        yield f"| {status} | {_text(every[0][status]['description'])} |"
    yield ""


def _operation(path: str, method: str, operation: Schema) -> list[str]:
    lines = [f"### {method.upper()} {path}", "", _text(operation.get("description", "")), ""]
    rows = [
        f"| {_name(one['name'], one.get('required', False))} | {one['in']} | "
        f"{_kind(one['schema'])} | {_text(one.get('description', ''))} |"
        for one in operation.get("parameters", [])
    ]
    if rows:
        lines += ["| parameter | in | | |", "|---|---|---|---|", *rows, ""]
    if "requestBody" in operation:
        lines += [f"Body: {_content(operation['requestBody'])}.", ""]
    answers = [
        f"{status}: {_content(one)}"
        for status, one in operation["responses"].items()
        if status.startswith("2")
    ]
    return [*lines, f"Answer: {'; '.join(answers)}.", ""]


def _content(part: Schema) -> str:
    kinds = part.get("content", {})
    shown = [
        _kind(one["schema"]) if one.get("schema") else f"`{kind}`" for kind, one in kinds.items()
    ]
    return " or ".join(shown) or "nothing"


def _object(name: str, schema: Schema) -> list[str]:
    lines = [f"({name.lower()})=", f"### {name}", "", _text(schema.get("description", "")), ""]
    required = schema.get("required", [])
    rows = [
        f"| {_name(key, key in required)} | {_kind(one)} | {_text(one.get('description', ''))} |"
        for key, one in schema.get("properties", {}).items()
    ]
    return [*lines, "| key | | |", "|---|---|---|", *rows, ""] if rows else lines


def _name(name: str, required: bool) -> str:
    return f"`{name}`" if required else f"*`{name}`*"


def _kind(schema: Schema) -> str:
    """A schema in a few words, with links to the objects in it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"`{value}`" for value in values)
    if schema.get("type") == "array":
        inside = schema.get("prefixItems", [schema.get("items", {})])
        return f"list of {', '.join(map(_kind, inside))}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_kind(schema['additionalProperties'])}"
    return str(schema.get("type", "any value"))


def _text(words: str) -> str:
    """Words that fit a cell of a table."""
    return " ".join(words.split()).replace("|", "\\|").replace("<", "&lt;")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
