// How large each entry may be, in bytes: bundled by esbuild, minified, gzipped at level 9. Where a bundle leaves a
// module of WebAssembly beside it, that is not counted in.
//
// An entry that stands on `mintid` is measured without it, since an app has that once whatever else it imports. `names` are
// those that an app imports, all of them where nothing is said. `aim` is what an entry should come down to one day; its
// budget keeps it from growing until then.

const KB = 1024;

export const BUDGETS = {
  mintid: { gzipped: 23.5 * KB, aim: 15 * KB },
  'mintid, uuidv7 alone': { entry: 'mintid', names: '{ uuidv7 }', gzipped: 19.75 * KB, aim: 15 * KB },
  'mintid/portable': { gzipped: 17 * KB, aim: 8 * KB },
  'mintid/portable, uuidv7 alone': { entry: 'mintid/portable', names: '{ uuidv7 }', gzipped: 13.25 * KB, aim: 8 * KB },
  'mintid under the condition workerd': { entry: 'mintid', conditions: ['workerd'], gzipped: 7.75 * KB, aim: 3 * KB },
  'mintid under the condition workerd, uuidv7 alone': {
    entry: 'mintid',
    names: '{ uuidv7 }',
    conditions: ['workerd'],
    gzipped: 4.25 * KB,
    aim: 3 * KB,
  },
  // On a server alone, where it is not downloaded; elsewhere than on workerd for tests.
  'mintid/cloudflare': { gzipped: 57.75 * KB },
  'mintid/cloudflare under the condition workerd': {
    entry: 'mintid/cloudflare',
    conditions: ['workerd'],
    gzipped: 9.75 * KB,
  },
  'mintid/compat/ulid': { gzipped: KB },
  'mintid/compat/uuid': { gzipped: 1.25 * KB },
  'mintid/compat/uuidv7': { gzipped: 1.75 * KB },
  'mintid/indexeddb': { gzipped: 0.75 * KB },
  'mintid/inspect': { gzipped: 18.5 * KB, aim: 12 * KB },
  'mintid/inspect under the condition workerd': {
    entry: 'mintid/inspect',
    conditions: ['workerd'],
    gzipped: 3.75 * KB,
    aim: 2 * KB,
  },
  'mintid/inspect/portable': { gzipped: 12.5 * KB, aim: 8 * KB },
  'mintid/ranges': { gzipped: 30.25 * KB, aim: 20 * KB },
  'mintid/ranges under the condition workerd': {
    entry: 'mintid/ranges',
    conditions: ['workerd'],
    gzipped: 6.5 * KB,
    aim: 5 * KB,
  },
  'mintid/ranges/portable': { gzipped: 22 * KB, aim: 12 * KB },
  'mintid/schema': { gzipped: 0.5 * KB },
  'mintid/snowflake': { gzipped: 36.25 * KB, aim: 20 * KB },
  'mintid/snowflake, createSnowflake alone': {
    entry: 'mintid/snowflake',
    names: '{ createSnowflake }',
    gzipped: 33.5 * KB,
    aim: 18 * KB,
  },
  'mintid/snowflake under the condition workerd': {
    entry: 'mintid/snowflake',
    conditions: ['workerd'],
    gzipped: 10.5 * KB,
    aim: 5 * KB,
  },
  'mintid/snowflake/portable': { gzipped: 26.5 * KB, aim: 12 * KB },
  'mintid/testing': { gzipped: 1.5 * KB },
};

/** Each module itself, as it is in the package, and the memory that it has once it runs. */
export const MODULES = [
  {
    file: 'dist/core.wasm',
    plain: { gate: 11 * KB, aim: 10 * KB },
    gzipped: { gate: 5.75 * KB, aim: 4 * KB },
    memory: 64 * KB,
  },
  {
    file: 'dist/snowflake.wasm',
    plain: { gate: 17.75 * KB, aim: 12 * KB },
    gzipped: { gate: 9.25 * KB, aim: 6 * KB },
    memory: 64 * KB,
  },
  {
    file: 'dist/fleet.wasm',
    plain: { gate: 35.5 * KB },
    gzipped: { gate: 17 * KB },
    memory: 128 * KB,
  },
  {
    file: 'dist/ranges.wasm',
    plain: { gate: 16.5 * KB, aim: 12 * KB },
    gzipped: { gate: 8.5 * KB, aim: 6 * KB },
    memory: 64 * KB,
  },
  {
    file: 'dist/inspect.wasm',
    plain: { gate: 10.5 * KB, aim: 8 * KB },
    gzipped: { gate: 5.75 * KB, aim: 4 * KB },
    memory: 64 * KB,
  },
];
