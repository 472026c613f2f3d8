//! Connections: no more than there is room for, none that takes for ever, and an end that lets calls finish.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::Service;
use crate::{Leases, SetUp, Spans};

/// How long the head of a request may take, and how long a connection may be idle.
const HEAD_PATIENCE: Duration = Duration::from_secs(15);

/// How long calls that are under way at the end may take.
const LAST_CALLS: Duration = Duration::from_secs(10);

/// Answers on this listener until `end` is over; then no new connection is taken, calls that are under way are finished, and
/// what is held is given back.
///
/// # Errors
///
/// None of one connection's ends it. Where none can be taken for want of files, it waits until there are some again.
pub async fn serve<E: Spans + Leases + SetUp>(
    listener: TcpListener,
    service: Arc<Service<E>>,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = service.router();
    let room = Arc::new(Semaphore::new(service.connections()));
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE).max_headers(64);
    tokio::pin!(end);
    loop {
        let accepted = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, stream) = tokio::select! {
            () = &mut end => break,
            (permit, stream) = accepted => (permit, stream),
        };
        let Ok((stream, _)) = stream else {
            // For want of files, mostly: others end.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Small answers are sent at once; where that cannot be set, they come a little later.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A caller that has gone away is no fault of the service.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    // Whoever is not done by then is cut off.
    let _ = timeout(LAST_CALLS, graceful.shutdown()).await;
    service.close().await;
    Ok(())
}
