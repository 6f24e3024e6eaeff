"""Random play: exact or simulated probabilities of every outcome, and how hard boards are."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
