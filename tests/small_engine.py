"""Limit the engine's memory, buffers and tables, so that small boards use all of its code."""

from private import set_private

from pegsolitaire.engine import class_bitmaps, expansion, machine, step
from pegsolitaire.engine.level_set import TablePlan


def free_memory(patch, size):
    """Set the amount of free memory."""
    for module in (machine, class_bitmaps):
        patch.setattr(module, "free_memory", lambda: size)
    patch.setattr("pegsolitaire.engine.free_memory", lambda: size)


def plan(patch, logp, logs, together):
    """Use the same plan for all levels, whatever their size."""

    def for_words(cls, holes, expected, memory, width=0, **_):
        return cls(holes, logp, 1 << logs, together, width)

    patch.setattr(TablePlan, "for_words", classmethod(for_words))


def buffers(patch, capacity=8, block=96, chunk=16):
    """Use buffers too small for one round of candidates, and threads even for small work."""
    patch.setattr(machine, "SMALL", 1)
    set_private(patch, step, _CHUNK=chunk)
    for module in (step, expansion):
        patch.setattr(module, "BLOCK", block)
    set_private(patch, step.LevelStep, _capacity=lambda *_: capacity)
