"""The file of a user's puzzle set, for several tests."""

GOOD = """\
format = 1
name = "mine"
board = "triangle5"
description = "One of my own"

[[puzzle]]
name = "First"
position = "code:32766"
finish = "a1"
source = "me"
"""
