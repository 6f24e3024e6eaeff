"""Tell a player what can be won: a guide, checks, reviews of games, and how a game can begin."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
