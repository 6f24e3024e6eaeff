"""What the site adds to pages, which are plain Markdown and so can be read on a code host too.

These are the contents of its sidebar, which ``conf.py`` lists, and the game on the page *Play*.
"""

from __future__ import annotations

from sphinx.application import Sphinx

GAME = """```{raw} html
<div class="game">
<iframe src="game/index.html" title="Peg solitaire" loading="lazy"></iframe>
</div>
<p><a href="game/index.html">In a window of its own</a></p>
<p class="game-note" hidden>Browsers do not run the game from a file. Serve the folder of this
site, say with <code>python -m http.server</code>, or run <code>pegs play</code>.</p>
<script>
if (location.protocol === "file:") {
  document.querySelector(".game").hidden = true;
  document.querySelector(".game-note").hidden = false;
}
</script>
```
"""


def add_to_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Add the game or the contents to a page that has them."""
    if name == "play":
        heading, _, text = source[0].partition("\n")
        source[0] = f"{heading}\n\n{GAME}{text}"
    for caption, pages in app.config.contents.get(name, {}).items():
        lines = ["```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```"]
        source[0] += "\n" + "\n".join(line for line in lines if line != ":caption: ") + "\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_config_value("contents", {}, "env")
    app.connect("source-read", add_to_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
