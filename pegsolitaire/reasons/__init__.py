"""Explain why a position is lost, with proofs that can be verified, and find the ways to lose."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
