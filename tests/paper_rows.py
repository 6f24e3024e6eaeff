"""Rows of papers: those that are quick to compute, and one that tests make."""

from pegsolitaire.papers import Row

# Rows that are computed almost instantly, with at least one of each kind.
AT_ONCE = [
    "notes-figure-1", "notes-figure-3", "notes-section-3-types", "notes-section-3-wiegleb",
    "triangular-theorem-2-3", "triangular-footnote-4", "triangular-figure-8",
    "triangular-table-3-side-5", "triangular-figure-11", "triangular-formula-2",
    "triangular-table-4-side-11", "triangular-footnote-12", "triangular-appendix-a",
    "triangular-appendix-b2-side-10-a3", "puzzles-figure-3", "puzzles-table-1",
    "page33-french-classes", "gramigna-figure-6", "gramigna-corollary", "gramigna-figure-10-l",
    "puzzles-theorem-1-square6", "puzzles-figure-12", "gramigna-appendix-a",
    "new-english-problems", "new-triangle12-44", "new-knowing-triangle5-a1",
    "notes-table-1-triangle5", "notes-table-1-triangle6", "notes-section-4",
]  # fmt: skip


def a_row(name="notes-planted", published=1, computed=1, **more):
    return Row(
        name=name,
        source="Notes, nowhere",
        title="planted",
        published=published,
        compute=lambda _: computed,
        command="pegs boards",
        **more,
    )
