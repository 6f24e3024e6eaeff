"""Random play: how likely games end where, exactly and by simulation, and how hard boards are."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
