"""Random play: exact or simulated probabilities of all outcomes, and how difficult boards are."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
