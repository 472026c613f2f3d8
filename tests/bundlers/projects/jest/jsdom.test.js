/** @jest-environment jsdom */

require('./cases.js').cases('document', 'wasm');
