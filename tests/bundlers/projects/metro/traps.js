// Says who touches what an import must leave alone.

export const touched = [];

for (const name of ['crypto', 'Date', 'WebAssembly', 'performance']) {
  let value = globalThis[name];
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      touched.push(name);
      return value;
    },
    set(other) {
      value = other;
    },
  });
}
