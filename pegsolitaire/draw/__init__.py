"""Draw boards, games and diagrams: SVG for pages and notebooks, text for terminals."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
