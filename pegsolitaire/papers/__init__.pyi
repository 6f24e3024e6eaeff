from .pages import figures_page as figures_page, rows_page as rows_page
from .rows import (
    Cost as Cost,
    Figure as Figure,
    Row as Row,
    RowResult as RowResult,
    all_figures as all_figures,
    all_rows as all_rows,
    new_rows as new_rows,
    paper_rows as paper_rows,
    plain as plain,
    run_row as run_row,
)
from .run import KeptResults as KeptResults, choose as choose
