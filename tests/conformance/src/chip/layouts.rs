//! A Snowflake layout in a word.
//!
//! `NAME/EPOCH`, or `WIDTHS/EPOCH/TICK` where it has no name: the bits of time, node and sequence, in that order.

use anyhow::{Result, ensure};
use mintid::snowflake::Layout;

use crate::script::{NAMED, layout_of};

/// The word for a layout.
///
/// # Errors
/// It has no name, and its parts stand in another order.
pub fn word(layout: Layout) -> Result<String> {
    let epoch_ms = layout.epoch_ms();
    let named = NAMED.iter().find(|(_, known)| known.with_epoch_ms(epoch_ms) == Ok(layout));
    if let Some((name, _)) = named {
        return Ok(format!("{name}/{epoch_ms:x}"));
    }
    let tick_ms = layout.tick_ms();
    ensure!(layout_of(layout.bits(), epoch_ms, tick_ms)? == layout, "{layout:?} has no word");
    let [time, node, sequence] = layout.bits();
    Ok(format!("{time:x},{node:x},{sequence:x}/{epoch_ms:x}/{tick_ms:x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_has_a_word_by_its_name_or_by_its_widths() {
        assert_eq!(word(Layout::SEATA.with_epoch_ms(0).unwrap()).unwrap(), "seata/0");
        assert_eq!(word(layout_of([41, 10, 12], 0, 10).unwrap()).unwrap(), "29,a,c/0/a");
    }
}
