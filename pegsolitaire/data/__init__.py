"""What comes along in files: puzzles, lessons, and what is known of the boards."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
