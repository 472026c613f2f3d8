// A buffer that has gone elsewhere: each engine has another way to send it there.

const WAYS = [
  (buffer) => buffer.transfer(),
  (buffer) => structuredClone(buffer, { transfer: [buffer] }),
  (buffer) => HermesInternal.detachArrayBuffer(buffer),
];

/** Sixteen bytes whose buffer is gone; `undefined` where the engine has no way. */
export function detached() {
  for (const detach of WAYS) {
    const bytes = new Uint8Array(16);
    try {
      detach(bytes.buffer);
    } catch {
      // Another engine's way.
    }
    if (bytes.length === 0) return bytes;
  }
  return undefined;
}
