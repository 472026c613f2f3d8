//! Layouts of anything, and what they say; Snowflake generators with every option, in batches too.

use mintid::clock::Clock;
use mintid::policy::{OnFull, OnUnset};
use mintid::snowflake::{Layout, LeasedOptions, OnBehind, Options, Part, Parts, Start, Width};
use mintid::{Snowflake, SnowflakeGenerator};

use crate::minting::{keep_with_a_store, mint};
use crate::world::{Anything, double, flag, keep, word};

// The limit of the footprint holds on 32 bits too; the clock and the source take no memory here.
const _: () = assert!(size_of::<SnowflakeGenerator<Anything, Anything>>() <= 168);

fn part() -> Part {
    match word() {
        0 => Part::Time(word() as u8),
        1 => Part::Sequence(word() as u8),
        _ => Part::Node("node", word() as u8),
    }
}

pub fn layout() -> Option<Layout> {
    let width = match word() {
        0 => Width::Bits53,
        1 => Width::Bits63,
        _ => Width::Bits64,
    };
    let parts = [part(), part(), part(), part(), part(), part()];
    let parts = parts.get(..word() as usize).unwrap_or(&parts);
    let layout = Layout::new(width, double(), word() as u16, parts).map_err(|error| keep(error)).ok()?;
    if flag() { layout.with_epoch_ms(double()).ok() } else { Some(layout) }
}

fn options(layout: Layout) -> Option<Options> {
    let options = Options::new(layout, double()).map_err(|error| keep((error.name(), error.bits()))).ok()?;
    let options = options
        .on_behind(on_behind())
        .on_full(on_full())
        .on_unset(if flag() { OnUnset::Refuse } else { OnUnset::RunFromMark })
        .mark_window_ms(word());
    Some(options.start(start()))
}

pub fn leased() -> Option<LeasedOptions> {
    Some(LeasedOptions::new(layout()?).on_behind(on_behind()).on_full(on_full()).start(start()))
}

fn on_behind() -> OnBehind {
    let up_to_ms = word();
    match word() {
        0 => OnBehind::Refuse,
        1 => OnBehind::Wait { up_to_ms },
        _ => OnBehind::Hold { up_to_ms },
    }
}

fn on_full() -> OnFull {
    match word() {
        0 => OnFull::Refuse,
        1 => OnFull::Wait,
        _ => OnFull::Borrow { up_to_ms: word() },
    }
}

fn start() -> Start {
    match word() {
        0 => Start::Zero,
        1 => Start::Random,
        _ => Start::Continue,
    }
}

pub fn lay_out() {
    let Some(layout) = layout() else { return };
    let parts = Parts { tick: double(), node: double(), sequence: double() };
    keep((layout.compose(parts), layout.decompose(Snowflake::from_u64(double())), layout.parts_at(double(), 1, 2)));
    keep((layout.tick_at(double()), layout.unix_ms(parts), layout.min_at(double()), layout.max_at(double())));
    keep((layout.horizon_ms(), layout.negative_from_ms(), layout.check_epoch(double()), layout.capacity()));
    keep((layout.join_node(&[double(), double(), double()]), layout.max_node(), layout.bits(), layout.shifts()));
    layout.node_fields().iter().for_each(|field| keep((field.name(), field.bits(), field.shift(), field.of(double()))));
}

pub fn ordered() {
    let Some(options) = layout().and_then(options) else { return };
    let mut ids = SnowflakeGenerator::with_entropy(options, Anything, Anything);
    while flag() {
        match ids.generate_batch(word()) {
            Ok(batch) => {
                keep((batch.first(), batch.stride(), batch.count_left(), batch.len()));
                batch.for_each(|id| keep(id));
            }
            Err(error) => keep(error),
        }
    }
    keep(ids.clock_mut().resolution_ns());
    mint(ids, || double().into());
    keep_with_a_store(|| SnowflakeGenerator::with_entropy(options, Anything, Anything));
    keep(SnowflakeGenerator::new(options, Anything).generate());
}
