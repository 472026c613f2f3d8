// How large each entry may be, in bytes: bundled by esbuild, minified, gzipped at level 9. Where a bundle leaves a
// module of WebAssembly beside it, that is not counted in.
//
// An entry that stands on `mintid` is measured without it, since an app has that once whatever else it imports.

const KB = 1024;

export const BUDGETS = {
  mintid: { gzipped: 15 * KB },
  'mintid/portable': { gzipped: 8 * KB },
  'mintid under the condition workerd': { entry: 'mintid', conditions: ['workerd'], gzipped: 3 * KB },
  'mintid/compat/ulid': { gzipped: KB },
  'mintid/compat/uuid': { gzipped: 1.25 * KB },
  'mintid/compat/uuidv7': { gzipped: 1.75 * KB },
  'mintid/indexeddb': { gzipped: 0.75 * KB },
  'mintid/inspect': { gzipped: 2 * KB },
  'mintid/schema': { gzipped: 0.5 * KB },
  'mintid/testing': { gzipped: 1.5 * KB },
};

/** The module itself, as it is in the package, and the memory that it has once it runs. */
export const WASM = { file: 'dist/core.wasm', plain: 10 * KB, gzipped: 4 * KB, memory: 64 * KB };
