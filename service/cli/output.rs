//! Standard output of commands that print text for a person: in colour if the terminal supports it,
//! and at reading pace with `--watch`.

use super::color::{self, Names, colored};
use anstyle::Style;
use clap::Args;
use std::{
    io::{self, Write},
    time::Duration,
};

/// Maximum number of columns of a line.
pub(crate) const WIDTH: usize = 110;
/// The pause after an ordinary line at speed 1.
const LINE_PAUSE: Duration = Duration::from_millis(350);

/// Options for a person who watches a game.
#[derive(Args, Clone, Copy)]
pub(crate) struct Watch {
    /// Print line by line at reading pace. A whole game takes two to six minutes at speed 1.
    #[arg(long, env = "HIEROPHANT_WATCH")]
    pub(crate) watch: bool,

    /// Factor of the pace of --watch: 2 is twice as fast, 0.5 half as fast (0.1 to 100).
    #[arg(long, env = "HIEROPHANT_SPEED", default_value_t = 1.0, value_name = "FACTOR", value_parser = speed, requires = "watch")]
    speed: f64,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.1..=100.0).contains(speed));
    speed.ok_or_else(|| "expected a number from 0.1 to 100".to_owned())
}

/// Standard output, as lines of text for a person.
pub(crate) struct Output {
    out: Box<dyn Write + Send>,
    /// The time that a person has for an ordinary line; `None` without `--watch`.
    line_pause: Option<Duration>,
    names: Names,
}

impl Output {
    /// Standard output. There are no colours in files and pipes, and if `NO_COLOR` is set.
    pub(crate) fn standard_output() -> Output {
        Output { out: Box::new(anstream::stdout()), line_pause: None, names: Names::new() }
    }

    /// The same output, with pauses to read if `watch` is set.
    pub(crate) fn paced(self, watch: Watch) -> Output {
        Output { line_pause: watch.watch.then(|| LINE_PAUSE.div_f64(watch.speed)), ..self }
    }

    /// The same output, which colours these names in lines about a game.
    pub(crate) fn coloring(self, names: Names) -> Output {
        Output { names, ..self }
    }

    /// A line about a game, coloured.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", colored(text, &self.names).trim_end())
    }

    /// A line without colours.
    pub(crate) fn plain(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// A line in one style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", color::styled(style, text))
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A paragraph, wrapped at words and indented.
    pub(crate) fn prose(&mut self, indent: usize, text: &str) -> io::Result<()> {
        for line in wrap(text, WIDTH - indent) {
            self.line(&format!("{:indent$}{line}", ""))?;
        }
        Ok(())
    }

    /// A label and a text, which is wrapped at words and aligned.
    pub(crate) fn labelled(&mut self, label: &str, width: usize, text: &str) -> io::Result<()> {
        let mut lines = wrap(text, WIDTH - width).into_iter();
        self.line(&format!("{label:<width$}{}", lines.next().unwrap_or_default()))?;
        lines.try_for_each(|line| self.line(&format!("{:width$}{line}", "")))
    }

    /// A heading with a rule over the whole width.
    pub(crate) fn banner(&mut self, text: &str) -> io::Result<()> {
        let rule = "━".repeat(WIDTH.saturating_sub(text.chars().count() + 5));
        self.gap()?;
        writeln!(
            self.out,
            "{} {} {}",
            color::styled(color::QUIET, "━━━"),
            color::styled(color::HEADING, text),
            color::styled(color::QUIET, &rule)
        )
    }

    /// Pauses for the time that reading this number of lines takes.
    pub(crate) fn pause(&mut self, lines: u32) -> io::Result<()> {
        if let Some(line_pause) = self.line_pause {
            self.out.flush()?;
            #[expect(
                clippy::disallowed_methods,
                reason = "a pause for a person to read; no other task waits for it"
            )]
            std::thread::sleep(line_pause * lines);
        }
        Ok(())
    }
}

/// Breaks text at spaces into lines of at most `width` characters; a longer word has a line of its
/// own.
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
    fn text_is_wrapped_at_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("extraordinary, yes", 5), ["extraordinary,", "yes"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
