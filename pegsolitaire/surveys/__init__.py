"""Survey all problems of a board, all positions of a class or all small boards; find puzzles."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
