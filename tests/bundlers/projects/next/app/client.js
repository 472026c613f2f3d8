'use client';

// The browser's part: what it and the server see it leaves for the driver of the browser.

import { useEffect } from 'react';

import { sentinel } from '../sentinel.mjs';

export function Client({ server }) {
  useEffect(() => {
    globalThis.seen = { server, ids: sentinel() };
  }, [server]);
  return <p>made</p>;
}
