"""How Sphinx makes the site of these pages: ``make docs``."""

import logging
import os
import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "extensions"))

from sources import digest  # noqa: E402

from pegsolitaire import __version__  # noqa: E402

project = "pegsolitaire"
author = "the pegsolitaire developers"
release = __version__
version = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "contents",
    "links",
    "api_pages",
    "command_pages",
    "http_pages",
    "kept_pages",
]
exclude_patterns = ["extensions", "static", "images"]
highlight_language = "text"

# Nothing outside the site is looked up, and all that is ours has to be found.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!pegsolitaire\.).*"),
    ("py:mod", ".*"),
]

myst_heading_anchors = 4

# The sidebar: for each page, the pages below it, by caption.
contents = {
    "index": {
        "": ["play", "browser"],
        "Tutorials": [
            "tutorials/players",
            "tutorials/designers",
            "tutorials/teachers",
            "tutorials/researchers",
        ],
        "Notebooks": [
            "notebooks/triangle",
            "notebooks/central-game",
            "notebooks/design",
            "notebooks/random-play",
            "notebooks/parquet",
        ],
        "Guides": ["how-to/index", "command-line", "python", "sample"],
        "Results": [
            "results",
            "results-in-full",
            "two-players",
            "reproduction",
            "figures",
            "comparison",
        ],
        "How it works": ["concepts", "core", "engine", "page", "cluster", "extending"],
        "Reference": [
            "generated/commands",
            "generated/api/index",
            "generated/http-api",
            "formats",
            "glossary",
            "generated/printed",
            "generated/changelog",
        ],
    },
    "how-to/index": {
        "": [
            "install",
            "questions",
            "board-of-your-own",
            "paste",
            "keep-within-memory",
            "solve-without-an-edge",
            "export-winning-sets",
            "run-on-a-cluster",
            "design-a-set",
            "print-a-sheet",
            "host-the-page",
            "release",
        ]
    },
    "extending": {"": ["decisions", "generated/measurements"]},
}

# A notebook runs again when its code changes, or that of the package.
nb_execution_mode = "cache"
nb_execution_cache_path = str(DOCS.parent / "build" / "notebooks" / digest())
os.environ["IPYTHONDIR"] = str(DOCS / "extensions" / "ipython")
logging.getLogger("traitlets").setLevel(logging.WARNING)
nb_execution_raise_on_error = True
nb_execution_timeout = 240
nb_merge_streams = True

autosummary_generate = False
autodoc_member_order = "groupwise"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_preprocess_types = False

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "pegsolitaire"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
