"""Alpha-rank of a tournament's entrants, from what `hierophant arena run --payoffs FILE.csv` wrote.

    python3 -m venv alpharank && alpharank/bin/pip install -r examples/alpharank/requirements.txt
    alpharank/bin/python examples/alpharank/alpharank.py FILE.csv

FILE.csv is a symmetric game of two: how much more often the row's entrant ranks above the column's than below. Alpha-rank imagines a
population that plays it and copies who does better, and says how much of the time each entrant is what everybody plays. Entrants that
beat one another in a circle share the time. The payoffs are estimates: look at the intervals of the pairs in the report before you
trust a small difference.

FILE.profiles.csv, written with it, has a row for each table that was played. It is read too, to show how; alpha-rank can't take it,
since it needs every mixture of two entrants, in several seats each.
"""

import csv
import pathlib
import sys

import numpy as np
from open_spiel.python.egt import alpharank
from open_spiel.python.egt.heuristic_payoff_table import from_heuristic_payoff_table


def read(path: pathlib.Path) -> tuple[list[str], np.ndarray]:
    """The headings of a file of payoffs, and its numbers."""
    with path.open(encoding="utf-8", newline="") as lines:
        headings = next(csv.reader([lines.readline().removeprefix("# ")]))
    return headings, np.loadtxt(path, delimiter=",", ndmin=2)


def ranked(names: list[str], payoffs: np.ndarray) -> list[tuple[str, float]]:
    """The entrants with the share of time that all players use each, the greatest first."""
    unmet = np.argwhere(np.isnan(payoffs))
    if len(unmet) > 0:
        one, other = unmet[0]
        sys.exit(f"{names[one]} and {names[other]} never met: alpha-rank needs a tournament in which all entrants meet")
    _, _, shares, _, _ = alpharank.compute([payoffs], m=50, alpha=1.0)
    return sorted(zip(names, shares.tolist()), key=lambda row: -row[1])


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: alpharank.py FILE.csv, with what `hierophant arena run --payoffs FILE.csv` wrote")
    path = pathlib.Path(sys.argv[1])
    names, payoffs = read(path)
    for name, share in ranked(names, payoffs):
        # Names are untrusted: nothing of them reaches the terminal but letters and signs.
        shown = "".join(character for character in name if character.isprintable())
        print(f"{max(0.0, share) * 100:5.1f} %  {shown}")

    _, rows = read(path.with_suffix(".profiles.csv"))
    tables = from_heuristic_payoff_table(rows)
    for seats, utilities in zip(rows[:, : len(names)], rows[:, len(names) :]):
        # An entrant without a seat has no utility, and all utilities of a table sum to nothing.
        assert np.array_equal(seats == 0, np.isnan(utilities))
        assert abs(np.nansum(seats * utilities)) < 1e-6
    print(f"{tables.num_rows} tables were played")


if __name__ == "__main__":
    main()
