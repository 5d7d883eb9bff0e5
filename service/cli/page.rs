//! Where the program's stories are written: standard output, in colour where that is wanted, at a pace that suits the reader.

use super::paint::{self, paint};
use anstyle::Style;
use std::{
    io::{self, Write},
    time::Duration,
};

/// Columns that everything fits into.
pub(crate) const WIDTH: usize = 110;
/// How long a person looks at an ordinary line, in milliseconds.
const BEAT_MS: u64 = 350;

/// Lines for a person.
pub(crate) struct Page {
    out: Box<dyn Write + Send>,
    paced: bool,
}

impl Page {
    /// Standard output. Colours are left out where they are unwelcome: in files and pipes, and where `NO_COLOR` is set. A
    /// paced page gives a person time to read.
    pub(crate) fn standard_output(paced: bool) -> Page {
        Page { out: Box::new(anstream::stdout()), paced }
    }

    /// A line about the game, painted.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", paint(text).trim_end())
    }

    /// A line as it is.
    pub(crate) fn plain(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// A line in one style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", paint::styled(style, text))
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Prose, broken at words, after an indent.
    pub(crate) fn prose(&mut self, indent: usize, text: &str) -> io::Result<()> {
        for line in wrap(text, WIDTH - indent) {
            self.line(&format!("{:indent$}{line}", ""))?;
        }
        Ok(())
    }

    /// A label, and what it names, broken at words and aligned.
    pub(crate) fn labelled(&mut self, label: &str, width: usize, text: &str) -> io::Result<()> {
        let mut lines = wrap(text, WIDTH - width).into_iter();
        self.line(&format!("{label:<width$}{}", lines.next().unwrap_or_default()))?;
        lines.try_for_each(|line| self.line(&format!("{:width$}{line}", "")))
    }

    /// A heading that goes from edge to edge.
    pub(crate) fn banner(&mut self, text: &str) -> io::Result<()> {
        let rule = "━".repeat(WIDTH.saturating_sub(text.chars().count() + 5));
        self.gap()?;
        writeln!(
            self.out,
            "{} {} {}",
            paint::styled(paint::QUIET, "━━━"),
            paint::styled(paint::HEADING, text),
            paint::styled(paint::QUIET, &rule)
        )
    }

    /// Gives the reader time for so many lines.
    pub(crate) fn rest(&mut self, lines: u32) -> io::Result<()> {
        if self.paced {
            self.out.flush()?;
            #[expect(clippy::disallowed_methods, reason = "the reader is given time; nothing waits for it")]
            std::thread::sleep(Duration::from_millis(BEAT_MS) * lines);
        }
        Ok(())
    }
}

/// Breaks text at spaces into lines of at most `width` characters; a longer word has a line of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_at_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("extraordinary, yes", 5), ["extraordinary,", "yes"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
