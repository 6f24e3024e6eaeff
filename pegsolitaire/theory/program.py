"""Linear and integer programs: what all uses of HiGHS share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import highspy

#: Silent, and the same answer every time.
_OPTIONS = {"output_flag": False, "threads": 1, "random_seed": 0}


@cache
def _solver() -> type[highspy.Highs]:
    """HiGHS, silent from the start: its release 1.16 names itself while a model is made."""
    import highspy

    class Silent(highspy.Highs):
        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Silent


def new_model(**options: float) -> highspy.Highs:
    """An empty program, with options of HiGHS beside our own."""
    model = _solver()()
    for option, value in (_OPTIONS | options).items():
        model.setOptionValue(option, value)
    return model


def add_column(model: highspy.Highs, cost: float, top: float, whole: bool = True) -> None:
    """A number from 0 to ``top``, a whole one unless told otherwise."""
    import highspy
    import numpy as np

    model.addCol(cost, 0.0, top, 0, np.empty(0, np.int32), np.empty(0))
    if whole:
        model.changeColIntegrality(model.getNumCol() - 1, highspy.HighsVarType.kInteger)


def add_row(model: highspy.Highs, least: float, most: float, row: Mapping[int, float]) -> None:
    """The sum of some columns times their factors is from ``least`` to ``most``."""
    import numpy as np

    columns, factors = np.array(list(row), np.int32), np.array(list(row.values()), float)
    model.addRow(least, most, len(row), columns, factors)
