"""Boards: holes on a lattice, with their jumps, symmetries and notations."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
