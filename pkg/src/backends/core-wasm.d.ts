/**
 * The module at `mintid/core.wasm`, where a runtime or a bundler compiles what is imported, for `use()` to take.
 *
 * An object: that it is a `WebAssembly.Module` only those could say who have a platform's types.
 */
declare const module: object;
export default module;
