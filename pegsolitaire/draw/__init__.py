"""Pictures: SVG for pages and notebooks, text for terminals."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
