"""Random play: how likely games end where, exactly and by simulation, and how hard boards are."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
