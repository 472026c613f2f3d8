// What `react-native-get-random-values` does on a phone. Hermes' prompt has no native side to ask, so these bytes are
// for tests alone.

globalThis.crypto = {
  getRandomValues(array) {
    for (let at = 0; at < array.length; at++) array[at] = Math.floor(256 * Math.random());
    return array;
  },
};
