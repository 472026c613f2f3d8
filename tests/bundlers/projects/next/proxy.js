// In front of every request: what it sees travels in a header. Under the name middleware.js it runs on the edge
// runtime.

import { NextResponse } from 'next/server';

import { sentinel } from './sentinel.mjs';

export default function proxy() {
  const response = NextResponse.next();
  response.headers.set('x-seen', JSON.stringify(sentinel()));
  return response;
}
