"""Analysis: what winning positions tell about problems."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
