// A Rust app in a Worker, for its own tests.

export { answer } from '../../wasm-app/js/module.mjs';
