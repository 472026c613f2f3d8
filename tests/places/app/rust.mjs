// A Rust app, for its own tests.

export { answer } from '../../wasm-app/js/bytes.mjs';
