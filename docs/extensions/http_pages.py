"""Write the page about the HTTP API from the server's OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sources import write_page
from sphinx.application import Sphinx

from pegsolitaire.web.app import make_api
from pegsolitaire.web.schemas import with_answers

Schema = Mapping[str, Any]

_HEAD = """# HTTP API

`pegs play` serves the page and the HTTP API described here. This description is generated from
`http://127.0.0.1:8033/api/openapi.json`. Every answer is one of the JSON objects listed
[below](#objects). Codes and counts are strings, because JavaScript's numbers end at 2^53. See
[the page about the page](../page.md#the-server) for how the server is protected.

```console
$ curl 'http://127.0.0.1:8033/api/hint?board=triangle5&start=a1'
```
"""


def write_pages(app: Sphinx) -> None:
    """Write the page without starting a server."""
    with TemporaryDirectory() as home:
        api = make_api(Path(home))
        description = with_answers(api.openapi())
        api.state.desk.close()
    write_page(Path(app.srcdir) / "generated" / "http-api.md", _page(description))


def _page(description: Schema) -> list[str]:
    lines = [_HEAD, *_errors(description), "## Requests", ""]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            lines += _operation(path, method, operation)
    lines += ["## Objects", "", "Keys and parameters in *italics* are optional.", ""]
    for name, schema in description["components"]["schemas"].items():
        lines += _object(name, schema)
    return lines


def _errors(description: Schema) -> Iterator[str]:
    """Yield the table of error responses that every request can have."""
    every = [
        operation["responses"]
        for methods in description["paths"].values()
        for operation in methods.values()
    ]
    common = set.intersection(*(set(one) for one in every))
    yield from ("## Errors", "", "Every error response is an `ErrorDocument`:", "")
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
