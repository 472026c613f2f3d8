// What a phone puts into the global scope before an app starts: the native halves of react-native-get-random-values and
// of expo-crypto. It stands in front of the bundle. Hermes alone has no better randomness, and none of it leaves this
// test.

globalThis.global = globalThis;
globalThis.RN$Bridgeless = true;

(() => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const below = (end) => Math.floor(Math.random() * end);

  /** Base64 of whole groups of three bytes: the polyfill leaves the surplus. */
  function getRandomBase64(length) {
    let text = '';
    for (let i = 0; i < Math.ceil(length / 3) * 4; i++) text += LETTERS[below(64)];
    return text;
  }

  const modules = { RNGetRandomValues: { getRandomBase64 } };
  globalThis.__turboModuleProxy = (name) => modules[name] ?? null;
  globalThis.ExpoCrypto = {
    getRandomValues(array) {
      for (let i = 0; i < array.length; i++) array[i] = below(256);
    },
  };
})();
