"""Published values, a module a paper, and ours where none of them has any.

They are nothing but data: tests and rows compare with them, so that the two cannot part. Printed
solutions are in ``pegsolitaire/data/boards``.
"""
