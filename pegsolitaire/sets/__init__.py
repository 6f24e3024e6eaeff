"""Level sets and winning sets: built, stored, opened and asked."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
