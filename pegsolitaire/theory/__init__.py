"""Theory: position classes, problem types, resource counts, regions, SAX counts and removals."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
