//! The routes, and who may take them.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;

use axum::body::Bytes;
use axum::error_handling::HandleErrorLayer;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{DefaultBodyLimit, Path, Request as HttpRequest, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{BoxError, Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use mintid::lease::Request;
use mintid::range::Span;
use serde::{Deserialize, Serialize};
use tower::ServiceBuilder;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::timeout::TimeoutLayer;

use super::answer::Refusal;
use super::leases::{Answered, Asked, Nodes, number};
use super::options::{LentPool, Options};
use super::spans::Counter;
use crate::{Leases, Name, Receipt, SetUp, Spans, Which, lend};

/// The longest body: a request of a lease takes 80 bytes, and a few hundred as JSON.
const BODY_BYTES: usize = 4_096;

/// A service over an engine.
pub struct Service<E> {
    engine: E,
    options: Options,
    counters: BTreeMap<Name, Counter>,
    metrics: Option<PrometheusHandle>,
}

impl<E> std::fmt::Debug for Service<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<E: Spans + Leases + SetUp> Service<E> {
    /// A service that grants what the options say out of this engine, which is set up. `metrics` is the recorder that the program has
    /// installed.
    ///
    /// # Panics
    ///
    /// Outside of a runtime of tokio's with its timer on.
    #[must_use]
    pub fn new(engine: E, options: Options, metrics: Option<PrometheusHandle>) -> Arc<Self> {
        let counters = options.counters.iter().map(|name| {
            let counter = Counter::start(engine.clone(), name, options.block, options.patience);
            (name.clone(), counter)
        });
        Arc::new(Self { counters: counters.collect(), engine, options, metrics })
    }

    /// How many connections there may be at once.
    pub(super) const fn connections(&self) -> usize {
        self.options.connections
    }

    /// Gives back what it holds.
    pub(super) async fn close(&self) {
        for counter in self.counters.values() {
            counter.close().await;
        }
    }

    /// Everything that it answers.
    pub fn router(self: &Arc<Self>) -> Router {
        let guarded = Router::new()
            .route("/v1/spans/{counter}", post(reserve::<E>))
            .route("/v1/spans/{counter}/return", post(give_back::<E>))
            .route("/v1/leases/{pool}", post(lease::<E>).get(nodes::<E>))
            .route_layer(from_fn_with_state(Arc::clone(self), guard::<E>));
        let open = Router::new().route("/health", get(|| async { "ok\n" })).route("/metrics", get(metrics::<E>));
        let limits = ServiceBuilder::new()
            .layer(HandleErrorLayer::new(|_: BoxError| async {
                Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "there is too much to do: ask again later")
            }))
            .load_shed()
            .concurrency_limit(self.options.calls)
            .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, self.options.patience * 2));
        guarded
            .merge(open)
            .fallback(|| async {
                Refusal::new(
                    StatusCode::NOT_FOUND,
                    "no_route",
                    "there is nothing here: see the paths in the documentation",
                )
            })
            .method_not_allowed_fallback(|| async {
                Refusal::new(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "method",
                    "this path takes another method: spans and leases are POST",
                )
            })
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(limits)
            .layer(self.cors())
            .with_state(Arc::clone(self))
    }

    /// Which pages may ask, from a browser.
    fn cors(&self) -> CorsLayer {
        let origins = self.options.origins.iter().filter_map(|origin| origin.parse().ok());
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
            .max_age(std::time::Duration::from_secs(3_600))
    }

    fn counter(&self, name: &str) -> Result<&Counter, Refusal> {
        let counter = Name::new(name).ok().and_then(|name| self.counters.get(&name));
        counter.ok_or_else(|| {
            Refusal::new(
                StatusCode::NOT_FOUND,
                "no_counter",
                "this service has no such counter: start it with `--counter`",
            )
        })
    }

    fn pool(&self, name: &str) -> Result<(Name, &LentPool), Refusal> {
        let pool = Name::new(name).ok().and_then(|name| Some((name.clone(), self.options.pools.get(&name)?)));
        pool.ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "no_pool", "this service has no such pool: start it with `--pool`")
        })
    }
}

async fn guard<E: Spans + Leases + SetUp>(
    State(service): State<Arc<Service<E>>>,
    headers: HeaderMap,
    request: HttpRequest,
    next: Next,
) -> Response {
    if service.options.tokens.allow(&headers) {
        return next.run(request).await;
    }
    let message = "the call has no token that is good here: send `Authorization: Bearer …`";
    Refusal::new(StatusCode::UNAUTHORIZED, "token", message).into_response()
}

async fn metrics<E: Spans + Leases + SetUp>(State(service): State<Arc<Service<E>>>) -> String {
    service.metrics.as_ref().map(PrometheusHandle::render).unwrap_or_default()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    count: NonZero<u32>,
}

#[derive(Serialize)]
struct Given {
    first: String,
    last: String,
    receipt: String,
}

async fn reserve<E: Spans + Leases + SetUp>(
    State(service): State<Arc<Service<E>>>,
    Path(counter): Path<String>,
    body: Result<Json<Wanted>, JsonRejection>,
) -> Result<Json<Given>, Refusal> {
    let Json(Wanted { count }) = body?;
    let most = NonZero::new(service.options.largest_span).unwrap_or(NonZero::<u32>::MIN);
    let reserved = service.counter(&counter)?.grant(count.min(most)).await?;
    let (span, receipt) = (reserved.span, reserved.receipt.to_u64());
    Ok(Json(Given { first: span.first().to_string(), last: span.last().to_string(), receipt: receipt.to_string() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Left {
    first: String,
    last: String,
    receipt: String,
}

#[derive(Serialize)]
struct Taken {
    taken: bool,
}

async fn give_back<E: Spans + Leases + SetUp>(
    State(service): State<Arc<Service<E>>>,
    Path(counter): Path<String>,
    body: Result<Json<Left>, JsonRejection>,
) -> Result<Json<Taken>, Refusal> {
    let Json(Left { first, last, receipt }) = body?;
    let span = Span::new(number("first", &first)?, number("last", &last)?);
    let span = span.map_err(|error| Refusal::bad("span", error.to_string()))?;
    let receipt = Receipt::from_u64(number("receipt", &receipt)?);
    Ok(Json(Taken { taken: service.counter(&counter)?.take_back(span, receipt) }))
}

async fn lease<E: Spans + Leases + SetUp>(
    State(service): State<Arc<Service<E>>>,
    Path(pool): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let body = body?;
    let (name, pool) = service.pool(&pool)?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        let asked: Asked = serde_json::from_slice(&body).map_err(|error| Refusal::bad("json", error.to_string()))?;
        let request = asked.request(&pool.layout)?;
        let lent = lend(&service.engine, &name, &pool.pool, &request).await?;
        return Ok(Json(Answered::of(lent.answer, &pool.layout)).into_response());
    }
    let request = Request::from_bytes(&body).map_err(|error| Refusal::bad("request", error.to_string()))?;
    let lent = lend(&service.engine, &name, &pool.pool, &request).await?;
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], lent.answer.to_bytes()).into_response())
}

async fn nodes<E: Spans + Leases + SetUp>(
    State(service): State<Arc<Service<E>>>,
    Path(pool): Path<String>,
) -> Result<Json<Nodes>, Refusal> {
    let (name, pool) = service.pool(&pool)?;
    let loaded = service.engine.load(&name, Which::All).await?;
    let records = loaded.records.iter().map(|kept| kept.record);
    Ok(Json(Nodes::of(pool, records, loaded.server_unix_ms)))
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        let code = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { "too_long" } else { "json" };
        Self::new(rejection.status(), code, rejection.body_text())
    }
}

impl From<BytesRejection> for Refusal {
    fn from(rejection: BytesRejection) -> Self {
        Self::new(rejection.status(), "too_long", rejection.body_text())
    }
}
