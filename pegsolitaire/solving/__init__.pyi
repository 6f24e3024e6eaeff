from .answers import (
    Answer as Answer,
    BaseAnswer as BaseAnswer,
    Basis as Basis,
    Fewest as Fewest,
    Known as Known,
    Solved as Solved,
    Undecided as Undecided,
    Unsolvable as Unsolvable,
    class_reason as class_reason,
    fewest_known as fewest_known,
    known_answer as known_answer,
    known_problems as known_problems,
)
from .counting import (
    Games as Games,
    count as count,
    count_by_finish as count_by_finish,
    count_games as count_games,
)
from .endings import (
    BestEnd as BestEnd,
    best_end as best_end,
    fewest_left as fewest_left,
    fewest_pegs as fewest_pegs,
    finishes as finishes,
    instead as instead,
    starts as starts,
)
from .few_moves import short_solution as short_solution
from .patterns import (
    SymmetricPatterns as SymmetricPatterns,
    pattern_rows as pattern_rows,
    symmetric_patterns as symmetric_patterns,
    unique_patterns as unique_patterns,
)
from .search import search_core as search_core, solve as solve
from .shortest_solutions import (
    MinimalSolutions as MinimalSolutions,
    MoveSet as MoveSet,
    Shortest as Shortest,
    reorder as reorder,
    shortest as shortest,
)
from .solution_graphs import (
    MinimalGraph as MinimalGraph,
    SolutionGraph as SolutionGraph,
    Unordered as Unordered,
    count_unordered as count_unordered,
)
from .sweeps import (
    FinalSweep as FinalSweep,
    Sweep as Sweep,
    final_sweep as final_sweep,
    longest_sweep as longest_sweep,
    shortest_final_sweep as shortest_final_sweep,
    swept_triangle as swept_triangle,
)
from .verifying import verify as verify
from .without_edge import (
    OpenAnswer as OpenAnswer,
    room_of as room_of,
    solve_without_edge as solve_without_edge,
)
