// As a new React Native app has it.

module.exports = { presets: ['module:@react-native/babel-preset'] };
