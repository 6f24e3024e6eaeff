"""Runs `pegs play` and lets the browser cache scripts and styles.

Checking fifty files for changes takes a quarter of the time to load the page. Other tests check
the real caching headers and the behaviour of browsers.
"""

import sys

from pegsolitaire.__main__ import main
from pegsolitaire.web.compression import Content

KEPT = "max-age=86400"
_answer = Content.answer


def answer(self, headers):
    found = _answer(self, headers)
    if self.media_type.startswith(("text/javascript", "text/css")):
        found.headers["cache-control"] = KEPT
    return found


if __name__ == "__main__":
    Content.answer = answer
    sys.exit(main())
