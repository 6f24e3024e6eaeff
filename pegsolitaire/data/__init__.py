"""What comes along in files: puzzles, lessons, and what is known of the boards."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
