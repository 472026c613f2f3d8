//! What a caller is told when it gets nothing.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::{Error, Fault, RangeError, Unsupplied};

/// Why a call gets nothing.
#[derive(Debug)]
pub(super) struct Refusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    /// When to ask again, in milliseconds, where that is known.
    pub retry_in_ms: Option<u64>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: Inner<'a>,
}

#[derive(Serialize)]
struct Inner<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_in_ms: Option<u64>,
}

impl Refusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), retry_in_ms: None }
    }

    /// For what makes no sense.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    fn of_engine(error: &Error) -> Self {
        let status = match error.fault() {
            Fault::NoCounter | Fault::NoPool => StatusCode::NOT_FOUND,
            Fault::TimedOut { .. } => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, error.fault().name(), error.to_string())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::of_engine(&error)
    }
}

impl From<RangeError> for Refusal {
    fn from(error: RangeError) -> Self {
        match &error {
            RangeError::Failed { retry_in_ms, cause } => {
                let refusal = match &**cause {
                    Unsupplied::Engine(error) => Self::of_engine(error),
                    other => Self::new(StatusCode::SERVICE_UNAVAILABLE, "refused", other.to_string()),
                };
                Self { retry_in_ms: Some(*retry_in_ms), ..refusal }
            }
            RangeError::TimedOut { .. } => Self::new(StatusCode::GATEWAY_TIMEOUT, "timed_out", error.to_string()),
            RangeError::Closed => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the service is ending: ask another")
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = Inner { code: self.code, message: &self.message, retry_in_ms: self.retry_in_ms };
        let mut response = (self.status, Json(Body { error })).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
        }
        if let Some(retry_in_ms) = self.retry_in_ms {
            response.headers_mut().insert(header::RETRY_AFTER, retry_in_ms.div_ceil(1_000).into());
        }
        response
    }
}
