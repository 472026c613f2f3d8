//! The service: spans and leases over HTTP, for browsers, edge functions and devices that cannot speak an engine's protocol.
//!
//! `mintid-coord serve` is this, and `mintid-coord help serve` says how it is started. Every call has a bearer token, and every
//! body but that of a lease in the core's own bytes is JSON. Integers that may be above 2^53 are decimal text.
//!
//! | call | takes | gives |
//! |---|---|---|
//! | `POST /v1/spans/{counter}` | `{"count": 1000}` | `{"first": "4001", "last": "5000", "receipt": "81…"}`; fewer ids than wanted are an answer too |
//! | `POST /v1/spans/{counter}/return` | `{"first": "4900", "last": "5000", "receipt": "81…"}` | `{"taken": true}`, once for a receipt |
//! | `POST /v1/leases/{pool}` | `{"do": "acquire", "holder": "<a UUID>", "unix_ms": 1764417600000}`, with `"node"` for the one that is wished for; `{"do": "renew", …, "node": 5, "fence": "3"}` and `{"do": "give_back", …}` of what is held, with `"newest_id"` once there is one | `{"granted": {…}}`, `{"given_back": {…}}` or `{"denied": {"code": …, "message": …}}` |
//! | the same with `Content-Type: application/octet-stream` | [`Request::to_bytes`](mintid::lease::Request::to_bytes) | [`Answer::to_bytes`](mintid::lease::Answer::to_bytes) |
//! | `GET /v1/leases/{pool}` | | who has which node |
//! | `GET /metrics`, `GET /health` | no token | its [signals](crate::signals) as Prometheus reads them; whether it runs |
//!
//! What cannot be done is `{"error": {"code": …, "message": …}}`: 400 for what makes no sense, 401 without a token, 404 for a counter or
//! a pool that this service does not have, 413 for a body that is too long, 503 where the engine has failed or there is too
//! much to do, and 504 where it did not answer in time. Nothing is granted then.
//!
//! Spans are cut out of larger ones, which the service reserves ahead: one of its spans costs the engine next to nothing. A crash loses
//! what was reserved and not granted yet; on a clean end it goes back to the engine, where that takes it.

mod answer;
mod connections;
mod leases;
mod options;
mod routes;
mod spans;
mod tokens;

pub use connections::serve;
pub use options::{LentPool, Options};
pub use routes::Service;
pub use tokens::{TokenError, Tokens};
