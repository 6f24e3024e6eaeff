"""The engine with little memory, small buffers and tables, so that small boards try it all."""

from pegsolitaire.engine import class_bitmaps, expansion, machine, step
from pegsolitaire.engine.level_set import TablePlan


def free_memory(patch, size):
    """Let so many bytes be free."""
    for module in (machine, class_bitmaps):
        patch.setattr(module, "free_memory", lambda: size)
    patch.setattr("pegsolitaire.engine.free_memory", lambda: size)


def plan(patch, logp, logs, together):
    """Plan all levels alike, whatever their size."""

    def for_words(cls, holes, expected, memory, width=0, **_):
        return cls(holes, logp, 1 << logs, together, width)

    patch.setattr(TablePlan, "for_words", classmethod(for_words))


def buffers(patch, capacity=8, block=80, chunk=16):
    """Buffers for so few candidates that one round does not do, and threads for the least work."""
    patch.setattr(machine, "SMALL", 1)
    patch.setattr(step, "_CHUNK", chunk)
    for module in (step, expansion):
        patch.setattr(module, "BLOCK", block)
    patch.setattr(step.LevelStep, "_capacity", lambda *_: capacity)
