/** @jest-environment node */

require('./cases.js').cases('setImmediate', 'wasm');
