//! Leases as JSON: for holders that do not have the core's messages.

use mintid::Snowflake;
use mintid::lease::{Answer, Denied, Holder, Kind, Record, Request, Wish};
use mintid::snowflake::Layout;
use serde::{Deserialize, Serialize};

use super::answer::Refusal;
use super::options::LentPool;

/// What a holder asks for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Asked {
    Acquire { holder: String, unix_ms: u64, node: Option<u64> },
    Renew { holder: String, unix_ms: u64, node: u64, fence: String, newest_id: Option<String> },
    GiveBack { holder: String, unix_ms: u64, node: u64, fence: String, newest_id: Option<String> },
}

impl Asked {
    /// As the core takes it.
    pub fn request(&self, layout: &Layout) -> Result<Request, Refusal> {
        let (Self::Acquire { holder, unix_ms, .. }
        | Self::Renew { holder, unix_ms, .. }
        | Self::GiveBack { holder, unix_ms, .. }) = self;
        let holder = mintid::Uuid::parse(holder)
            .map_err(|error| Refusal::bad("holder", format!("the holder is no UUID: {error}")))?;
        let now = layout.tick_at(*unix_ms).map_err(|error| Refusal::bad("unix_ms", error.to_string()))?;
        let (kind, newest) = match self {
            Self::Acquire { node, .. } => (Kind::Acquire { wish: node.map_or(Wish::Own, Wish::Node) }, None),
            Self::Renew { node, fence, newest_id, .. } => {
                (Kind::Renew { node: *node, fence: number("fence", fence)? }, tick_of(layout, newest_id.as_deref())?)
            }
            Self::GiveBack { node, fence, newest_id, .. } => {
                let newest_tick = tick_of(layout, newest_id.as_deref())?;
                (Kind::GiveBack { node: *node, fence: number("fence", fence)?, newest_tick }, newest_tick)
            }
        };
        Ok(Request::new(1, Holder::from(holder), layout, kind, newest.map_or(now, |newest| newest.max(now))))
    }
}

/// The tick of an id, for who gives the id itself.
fn tick_of(layout: &Layout, id: Option<&str>) -> Result<Option<u64>, Refusal> {
    let Some(id) = id else { return Ok(None) };
    let id = Snowflake::parse(id).map_err(|error| Refusal::bad("newest_id", error.to_string()))?;
    let parts = layout.decompose(id).map_err(|error| Refusal::bad("newest_id", error.to_string()))?;
    Ok(Some(parts.tick))
}

/// An integer that may be above 2^53, as text.
pub(super) fn number(name: &'static str, text: &str) -> Result<u64, Refusal> {
    text.parse()
        .map_err(|_| Refusal::bad(name, format!("{name} is {text:?}, and should be an integer as decimal text")))
}

/// What a holder is answered.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answered {
    Granted(Granted),
    GivenBack { node: u64, fence: String },
    Denied(WhyNot),
}

#[derive(Serialize)]
pub(super) struct Granted {
    node: u64,
    fence: String,
    ttl_ms: u32,
    /// The first and the first one after those that may be used, in ticks and as Unix times.
    floor_tick: u64,
    ceiling_tick: u64,
    floor_ms: u64,
    ceiling_ms: u64,
    /// What a tick and an epoch are, for who makes the ids.
    epoch_ms: u64,
    tick_ms: u16,
}

#[derive(Serialize)]
pub(super) struct WhyNot {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_in_ms: Option<u64>,
}

impl Answered {
    pub fn of(answer: Answer, layout: &Layout) -> Self {
        let start_ms = |tick: u64| layout.epoch_ms() + tick * u64::from(layout.tick_ms());
        match answer {
            Answer::Granted(grant) => Self::Granted(Granted {
                node: grant.node,
                fence: grant.fence.to_string(),
                ttl_ms: grant.ttl_ms,
                floor_tick: grant.floor_tick,
                ceiling_tick: grant.ceiling_tick,
                floor_ms: start_ms(grant.floor_tick),
                ceiling_ms: start_ms(grant.ceiling_tick),
                epoch_ms: layout.epoch_ms(),
                tick_ms: layout.tick_ms(),
            }),
            Answer::GivenBack { node, fence } => Self::GivenBack { node, fence: fence.to_string() },
            Answer::Denied(denied) => Self::Denied(WhyNot::of(denied)),
            _ => {
                Self::Denied(WhyNot { code: "other", message: "the answer has no word here".into(), retry_in_ms: None })
            }
        }
    }
}

impl WhyNot {
    fn of(denied: Denied) -> Self {
        let (code, retry_in_ms) = match denied {
            Denied::Exhausted { lent_for_ms, .. } => ("exhausted", Some(lent_for_ms)),
            Denied::Lent { for_ms } => ("lent", Some(for_ms)),
            Denied::Superseded { .. } => ("superseded", None),
            Denied::OutsideWindow => ("outside_window", None),
            Denied::UsedUp => ("used_up", None),
            Denied::OtherNode { .. } => ("other_node", None),
            Denied::OtherLayout => ("other_layout", None),
            _ => ("other", None),
        };
        Self { code, message: denied.to_string(), retry_in_ms }
    }
}

/// One node, for who wants to see.
#[derive(Serialize)]
pub(super) struct Node {
    node: u64,
    fence: String,
    holder: Option<String>,
    lent_for_ms: u64,
    next_floor_ms: u64,
}

impl Node {
    pub fn of(record: &Record, server_unix_ms: u64) -> Self {
        Self {
            node: record.node(),
            fence: record.fence().to_string(),
            holder: record.holder().map(|holder| mintid::Uuid::from_u128(holder.to_u128()).to_string()),
            lent_for_ms: record.lent_for_ms(server_unix_ms),
            next_floor_ms: record.next_floor_ms(),
        }
    }
}

/// All of them.
#[derive(Serialize)]
pub(super) struct Nodes {
    pub nodes: u64,
    pub lent: Vec<Node>,
}

impl Nodes {
    pub fn of(pool: &LentPool, loaded: impl Iterator<Item = Record>, server_unix_ms: u64) -> Self {
        Self { nodes: pool.pool.nodes(), lent: loaded.map(|record| Node::of(&record, server_unix_ms)).collect() }
    }
}
