//! A pool on the command line: `workers=twitter,nodes=64`.

use std::str::FromStr;

use mintid::lease::{Pool, Terms};
use mintid::snowflake::Layout;
use mintid_coord::Name;
use mintid_coord::service::LentPool;

/// A pool, as it is given on the command line.
#[derive(Debug, Clone)]
pub struct PoolWords {
    pub name: Name,
    pub pool: LentPool,
}

impl FromStr for PoolWords {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let (name, rest) = words.split_once('=').ok_or("say NAME=LAYOUT, such as workers=twitter")?;
        let name = Name::new(name).map_err(|error| error.to_string())?;
        let mut rest = rest.split(',');
        let layout = layout(rest.next().unwrap_or_default())?;
        let (mut layout, mut nodes, mut first_ms) = (layout, None, None);
        let terms = Terms::DEFAULT;
        let (mut ttl_ms, mut skew_ms, mut lead_ms) = (terms.ttl_ms(), terms.skew_ms(), terms.lead_ms());
        for word in rest {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("{word:?} has no value"))?;
            match key {
                "nodes" => nodes = Some(number(key, value)?),
                "epoch_ms" => layout = layout.with_epoch_ms(number(key, value)?).map_err(|error| error.to_string())?,
                "from_ms" => first_ms = Some(number(key, value)?),
                "ttl_ms" => ttl_ms = number(key, value)?,
                "skew_ms" => skew_ms = number(key, value)?,
                "lead_ms" => lead_ms = number(key, value)?,
                _ => return Err(format!("{key:?} is none of nodes, epoch_ms, from_ms, ttl_ms, skew_ms and lead_ms")),
            }
        }
        let terms = Terms::new(ttl_ms, skew_ms, lead_ms).map_err(|error| error.to_string())?;
        let mut pool = Pool::new(&layout, terms);
        if let Some(nodes) = nodes {
            let last = u64::checked_sub(nodes, 1).filter(|_| nodes <= pool.nodes());
            pool = pool.up_to_node(last.ok_or_else(|| format!("the layout has 1 to {} nodes", pool.nodes()))?);
        }
        if let Some(first_ms) = first_ms {
            pool = pool.starting_at_ms(first_ms);
        }
        Ok(Self { name, pool: LentPool { layout, pool } })
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key} is {value:?}, and should be an integer"))
}

/// The layout of this name, in whatever case and with or without blanks and hyphens.
fn layout(name: &str) -> Result<Layout, String> {
    let plain = |name: &str| name.replace([' ', '-', '_'], "").to_ascii_lowercase();
    let found = Layout::NAMED.into_iter().find(|(known, _)| plain(known) == plain(name));
    found.map(|(_, layout)| layout).ok_or_else(|| {
        let names: Vec<_> = Layout::NAMED.iter().map(|(name, _)| plain(name)).collect();
        format!("no layout is called {name:?}: there are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_read_with_its_terms() {
        let words: PoolWords = "workers=sonyflake-v2,nodes=8,ttl_ms=60000,from_ms=1800000000000".parse().unwrap();
        assert_eq!(words.name.as_str(), "workers");
        assert_eq!(words.pool.layout, Layout::SONYFLAKE_V2);
        assert_eq!((words.pool.pool.nodes(), words.pool.pool.terms().ttl_ms()), (8, 60_000));
        assert_eq!(words.pool.pool.record(0).unwrap().next_floor_ms(), 1_800_000_000_000);
        assert_eq!("a=Twitter".parse::<PoolWords>().unwrap().pool.pool.nodes(), 1_024);
    }

    #[test]
    fn what_is_wrong_with_a_pool_is_said() {
        for (words, part) in [
            ("twitter", "say NAME=LAYOUT"),
            ("a/b=twitter", "a name has letters"),
            ("a=", "no layout is called"),
            ("a=tweeter", "twitter, discord"),
            ("a=twitter,nodes", "has no value"),
            ("a=twitter,nodes=0", "1 to 1024"),
            ("a=twitter,nodes=1025", "1 to 1024"),
            ("a=twitter,node=5", "is none of"),
            ("a=twitter,ttl_ms=0", "0 ms"),
            ("a=twitter,ttl_ms=-1", "should be an integer"),
            ("a=twitter,epoch_ms=1700000000", "seconds"),
        ] {
            let error = words.parse::<PoolWords>().unwrap_err();
            assert!(error.contains(part), "{words}: {error}");
        }
    }
}
