"""Documents: what the command line and the server say, as JSON, from objects of the library.

``boards``, ``problems`` (and answers, solutions), ``positions`` (and verdicts, numbers of games),
``reasons``, ``constructions``, ``odds``, ``levels``, ``shortest``, ``classes``, ``lists``,
``puzzles``: each has the types of its documents, and then the functions that make them.
``document`` is what they share.
"""
