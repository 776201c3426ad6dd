//! Sentences in lines.

use core::fmt::{Result, Write};
use heapless::String;

/// How long a line is, at most, but for a word that is longer.
const WIDTH: usize = 100;

/// Breaks what is written where a line would become too long.
pub(crate) struct Wrapped<'w> {
    out: &'w mut dyn Write,
    column: usize,
    word: String<WIDTH>,
}

impl<'w> Wrapped<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, column: 0, word: String::new() }
    }

    fn end_word(&mut self) -> Result {
        let width = self.word.chars().count();
        if width > 0 && self.column > 0 {
            let fits = self.column + 1 + width <= WIDTH;
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }
}

impl Write for Wrapped<'_> {
    fn write_str(&mut self, text: &str) -> Result {
        for letter in text.chars() {
            match letter {
                ' ' => self.end_word()?,
                '\n' => {
                    self.end_word()?;
                    self.out.write_char('\n')?;
                    self.column = 0;
                }
                _ if self.word.push(letter).is_ok() => {}
                _ => {
                    self.end_word()?;
                    self.word.push(letter).ok();
                }
            }
        }
        Ok(())
    }
}
