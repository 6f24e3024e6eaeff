"""Random play: the chances of all ends of games, exact or simulated, and how hard boards are."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
