//! The scripts: each is one atomic step on one key.
//!
//! A number of Lua's is exact to 2^53 only, so no id is ever one here: Redis itself adds, and what is compared or answered is text.

/// A script, and whether its answer says that it wrote something.
#[derive(Clone, Copy)]
pub(super) struct Script {
    pub text: &'static str,
    pub has_written: fn(&redis::Value) -> bool,
}

/// What a script answers when it did what it is for.
pub(super) const DONE: redis::Value = redis::Value::Int(1);

fn is_done(answer: &redis::Value) -> bool {
    *answer == DONE
}

/// 1, or 0 where the key is something else.
pub(super) const START_COUNTER: Script = Script {
    text: "\
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HEXISTS', KEYS[1], 'next') end
redis.call('HSET', KEYS[1], 'next', ARGV[1], 'receipt', '0')
return 1",
    has_written: is_done,
};

/// 1, or 0 where the key is something else.
pub(super) const START_POOL: Script = Script {
    text: "\
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HEXISTS', KEYS[1], 'pool') end
redis.call('HSET', KEYS[1], 'pool', '1')
return 1",
    has_written: is_done,
};

/// The first id as text, 0 where there is no counter, or 1 where the key is something else. `HINCRBY` refuses a sum above 2^63 − 1,
/// and changes nothing then.
pub(super) const RESERVE: Script = Script {
    text: "\
local first = redis.call('HGET', KEYS[1], 'next')
if not first then return redis.call('EXISTS', KEYS[1]) end
if not string.find(first, '^%d+$') then return 1 end
redis.call('HINCRBY', KEYS[1], 'next', ARGV[1])
redis.call('HSET', KEYS[1], 'receipt', ARGV[2])
return first",
    has_written: |answer| matches!(answer, redis::Value::BulkString(_)),
};

/// 1, or 0 where somebody has reserved behind it, or the receipt is another.
pub(super) const GIVE_BACK: Script = Script {
    text: "\
local kept = redis.call('HMGET', KEYS[1], 'next', 'receipt')
if kept[1] ~= ARGV[2] or kept[2] ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], 'next', ARGV[1], 'receipt', '0')
return 1",
    has_written: is_done,
};

/// The server's seconds and microseconds, and nodes with their records, of all or of one; 0 where there is no pool, or 1 where the
/// key is something else.
pub(super) const LOAD: Script = Script {
    text: "\
if redis.call('HEXISTS', KEYS[1], 'pool') == 0 then return redis.call('EXISTS', KEYS[1]) end
local time = redis.call('TIME')
if ARGV[1] == '' then return {time[1], time[2], redis.call('HGETALL', KEYS[1])} end
local record = redis.call('HGET', KEYS[1], ARGV[1])
return {time[1], time[2], record and {ARGV[1], record} or {}}",
    has_written: |_| false,
};

/// 1, or 0 where another record was stored meanwhile; -1 where there is no pool, or -2 where the key is something else.
pub(super) const STORE: Script = Script {
    text: "\
if redis.call('HEXISTS', KEYS[1], 'pool') == 0 then return -1 - redis.call('EXISTS', KEYS[1]) end
if ARGV[3] == '' then return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1",
    has_written: is_done,
};
