//! A network that misbehaves: what goes through it is delayed, swallowed or cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{sleep, spawn};
use std::time::Duration;

use anyhow::Result;

/// What happens to what goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weather {
    /// It goes through.
    Fair,
    /// Each piece of it takes so long.
    Slow(Duration),
    /// It gets lost, and the connection stays open: as where a cable is pulled.
    Lost,
    /// Requests arrive; at the first piece of an answer the connection is cut.
    CutAtTheAnswer,
    /// The connection is cut at the first piece of a request.
    CutAtTheRequest,
    /// Nobody can connect.
    Closed,
}

/// A proxy on loopback in front of a server.
#[derive(Debug, Clone)]
pub struct Proxy {
    port: u16,
    weather: Arc<Mutex<Weather>>,
    requests: Arc<AtomicU64>,
}

impl Proxy {
    /// In front of this port of loopback. It lasts as long as the process.
    pub fn before(server_port: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let proxy = Self { port, weather: Arc::new(Mutex::new(Weather::Fair)), requests: Arc::default() };
        let (weather, requests) = (Arc::clone(&proxy.weather), Arc::clone(&proxy.requests));
        spawn(move || {
            for client in listener.incoming().flatten() {
                let is_closed = *weather.lock().unwrap_or_else(PoisonError::into_inner) == Weather::Closed;
                let server = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], server_port)));
                match server {
                    Ok(server) if !is_closed => join(client, server, &weather, &requests),
                    // Dropped, both are closed.
                    _ => {}
                }
            }
        });
        Ok(proxy)
    }

    /// Where to connect to.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// How many pieces have come from clients: as many as round trips, where each request is one that waits for its answer.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Changes the weather, for connections that are open too.
    pub fn set(&self, weather: Weather) {
        *self.weather.lock().unwrap_or_else(PoisonError::into_inner) = weather;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

fn join(client: TcpStream, server: TcpStream, weather: &Arc<Mutex<Weather>>, requests: &Arc<AtomicU64>) {
    let (Ok(client_too), Ok(server_too)) = (client.try_clone(), server.try_clone()) else { return };
    for (from, to, way) in [(client, server, Way::There), (server_too, client_too, Way::Back)] {
        let (weather, requests) = (Arc::clone(weather), Arc::clone(requests));
        spawn(move || carry(from, to, way, &weather, &requests));
    }
}

/// Carries pieces one way until an end is closed.
fn carry(mut from: TcpStream, mut to: TcpStream, way: Way, weather: &Mutex<Weather>, requests: &AtomicU64) {
    let mut piece = [0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        requests.fetch_add((way == Way::There).into(), Ordering::Relaxed);
        let now = *weather.lock().unwrap_or_else(PoisonError::into_inner);
        match (now, way) {
            (Weather::Lost, _) => continue,
            (Weather::Closed, _) | (Weather::CutAtTheRequest, Way::There) | (Weather::CutAtTheAnswer, Way::Back) => {
                break;
            }
            (Weather::Slow(time), _) => sleep(time),
            _ => {}
        }
        if to.write_all(&piece[..length]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
