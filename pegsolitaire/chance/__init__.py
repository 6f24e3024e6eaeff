"""Random play: exact or simulated probabilities of all outcomes, and the difficulty of boards."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
