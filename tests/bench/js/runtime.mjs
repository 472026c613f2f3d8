// The runtime that all this runs in: its name, how it starts a file in a new process, and what of its heap is in use.

const HOSTS = {
  bun: {
    version: () => Bun.version,
    args: ['run'],
    async heap() {
      const { gcAndSweep, heapSize } = await import('bun:jsc');
      return () => {
        gcAndSweep();
        return heapSize();
      };
    },
  },
  deno: {
    version: () => Deno.version.deno,
    args: ['run', '--quiet', '--no-prompt', '--no-remote', '--allow-read'],
    heap: v8Heap,
  },
  node: { version: () => process.versions.node, args: [], heap: v8Heap },
};

/** Buffers are outside of V8's heap, and counted beside it. */
async function v8Heap() {
  if (typeof globalThis.gc !== 'function')
    throw new Error('the garbage collector is out of reach: start with --expose-gc');
  return () => {
    // The first run finds what is dead, the second what only that held.
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
}

export const NAME = 'Bun' in globalThis ? 'bun' : 'Deno' in globalThis ? 'deno' : 'node';
const host = HOSTS[NAME];
export const VERSION = host.version();

/** The command that runs a file here. */
export const command = (file) => [process.execPath, ...host.args, file];

/** Makes what collects garbage and says how many bytes are left. */
export const heap = host.heap;
