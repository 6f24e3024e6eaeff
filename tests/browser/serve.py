"""`pegs play`, of whose scripts and styles a browser need not ask whether they have changed.

That is a fourth of what loading the page takes: fifty files. What the header says otherwise, and
what a browser does with it, tests of the server and of the page without one show.
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
