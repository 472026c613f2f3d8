// Watches the globals that the package might reach for. Import it first: it watches from then on.

import { replaced } from './replace.mjs';

const WATCHED = [
  'crypto',
  'Date',
  'performance',
  'WebAssembly',
  'TextDecoder',
  'TextEncoder',
  'atob',
  'Buffer',
  'process',
  'localStorage',
  'indexedDB',
  'fetch',
  'setTimeout',
];

const touched = new Set();
const undo = [];

/** Watches every look at the global. */
function watchLooks(name, own, value) {
  const get = () => {
    touched.add(name);
    return value;
  };
  Object.defineProperty(globalThis, name, { configurable: true, get, set: (other) => (value = other) });
  undo.push(() => (own ? Object.defineProperty(globalThis, name, own) : delete globalThis[name]));
}

/** Watches every use of the global, where the look itself cannot be. */
function watchUses(name, value) {
  const noted =
    (act) =>
    (target, ...rest) => {
      touched.add(name);
      return act(target, ...rest);
    };
  const get = (target, key) => (typeof target[key] === 'function' ? target[key].bind(target) : target[key]);
  const handler = { get: noted(get), apply: noted(Reflect.apply), construct: noted(Reflect.construct) };
  undo.push(replaced(name, new Proxy(value, handler)));
}

function watch(name) {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  let value;
  try {
    value = globalThis[name];
  } catch {
    // A page without an origin may not even look at its storage.
    return;
  }
  if (own?.configurable === false) watchUses(name, value);
  else watchLooks(name, own, value);
}

WATCHED.forEach(watch);

/** What was touched since this was asked last. */
export function touches() {
  const names = [...touched].sort();
  touched.clear();
  return names;
}

/** Ends the watch. */
export const disarm = () => undo.splice(0).forEach((restore) => restore());
