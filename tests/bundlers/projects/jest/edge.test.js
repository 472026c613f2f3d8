/** @jest-environment @edge-runtime/jest-environment */

require('./cases.js').cases('EdgeRuntime', 'js');
