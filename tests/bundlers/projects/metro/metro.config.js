// As a new React Native app has it, but for two lines.

const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config');
const { resolve } = require('path');

module.exports = mergeConfig(getDefaultConfig(__dirname), {
  // The tools and React Native stand two folders above.
  watchFolders: [resolve(__dirname, '../../node_modules')],
  // What this would run first asks for a phone around it.
  serializer: { getModulesRunBeforeMainModule: () => [] },
});
