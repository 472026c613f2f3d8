// The clock of the place, stopped and turned by hand. The package looks it up at each call, so this is what it reads.

/** Runs a check while `Date.now` gives what the clock is set to. */
export function withClock(run) {
  const now = Date.now;
  const clock = { ms: now() };
  Date.now = () => clock.ms;
  try {
    return run(clock);
  } finally {
    Date.now = now;
  }
}
