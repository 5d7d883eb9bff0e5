#!/usr/bin/env python3
"""Writes docs/images/demo.svg: what `hierophant demo --seed 7` prints at the beginning of turn 1, colours included.

    python3 docs/images/demo.py target/release/hierophant
"""

import html
import os
import pathlib
import re
import subprocess
import sys

FROM, LINES_MAX, COLUMNS_MAX = "Turn 1 of", 42, 112
WIDTH, HEIGHT, MARGIN = 7.25, 16, 14
GROUND, TEXT = "#16181d", "#d8dbe0"
COLOURS = ("#5a5f6b", "#f07178", "#a5d76e", "#f0c674", "#6ea8fe", "#d6a3f0", "#67d0d8", "#d8dbe0")


def lines(program):
    environment = {**os.environ, "CLICOLOR_FORCE": "1", "COLUMNS": "112", "TERM": "xterm-256color"}
    told = subprocess.run([program, "demo", "--seed", "7"], env=environment, check=True, capture_output=True, text=True).stdout
    every = told.split("\n")
    first = next(number for number, line in enumerate(every) if FROM in line)
    return every[first : first + LINES_MAX]


def spans(line):
    """Pieces of equal style, with the column where each begins."""
    style, column = {}, 0
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            codes = [int(code or 0) for code in piece[2:-1].split(";")]
            for code in codes:
                if code == 0:
                    style = {}
                elif code == 1:
                    style = {**style, "font-weight": "bold"}
                elif code == 2:
                    style = {**style, "opacity": "0.65"}
                elif 30 <= code <= 37 or 90 <= code <= 97:
                    style = {**style, "fill": COLOURS[code % 10]}
        elif piece:
            # Spaces in a row shrink in a picture: what stands between them is placed by itself.
            for found in re.finditer(r"\S+(?: \S+)*", piece[: max(0, COLUMNS_MAX - column)]):
                yield column + found.start(), found[0], style
            column += len(piece)


def main():
    shown = lines(sys.argv[1])
    width, height = round(COLUMNS_MAX * WIDTH + 2 * MARGIN), len(shown) * HEIGHT + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>hierophant demo --seed 7</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12" fill="{TEXT}">',
    ]
    for number, line in enumerate(shown):
        y = MARGIN + (number + 0.75) * HEIGHT
        for column, text, style in spans(line):
            x, length = MARGIN + column * WIDTH, len(text) * WIDTH
            attributes = "".join(f' {name}="{value}"' for name, value in style.items())
            out.append(f'<text x="{x:g}" y="{y:g}" textLength="{length:g}"{attributes}>{html.escape(text, False)}</text>')
    out += ["</g>", "</svg>", ""]
    (pathlib.Path(__file__).parent / "demo.svg").write_text("\n".join(out))


if __name__ == "__main__":
    main()
