"""Solve problems: find or rule out solutions, find the fewest moves, count solutions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
