// Puts something else in the place of a global, for a while.

/** Replaces a global; what comes back puts it right again. */
export function replaced(name, value) {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if (own?.configurable === false) {
    // Vercel's runtime lets its globals be written, and not be defined anew.
    globalThis[name] = value;
    return () => (globalThis[name] = own.value);
  }
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  return () => (own ? Object.defineProperty(globalThis, name, own) : delete globalThis[name]);
}
