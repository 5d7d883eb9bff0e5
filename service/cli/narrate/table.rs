//! Tables with rules around them.

/// Rows of equal length as a table; the first is its head, the last may be its foot.
pub(crate) fn ruled(rows: &[Vec<String>], has_foot: bool) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let rule = |left: char, middle: &str, right: char| {
        let cells: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        format!("  {left}{}{right}", cells.join(middle))
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!(" {cell:<width$} "));
        format!("  │{}│", cells.collect::<Vec<_>>().join("│"))
    };
    let mut lines = vec![rule('┌', "┬", '┐')];
    for (index, row) in rows.iter().enumerate() {
        if index == 1 || (has_foot && index + 1 == rows.len()) {
            lines.push(rule('├', "┼", '┤'));
        }
        lines.push(line(row));
    }
    lines.push(rule('└', "┴", '┘'));
    lines
}
