"""Random play: exact or simulated probabilities of all outcomes, and the difficulty of boards."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
