// React Native's engine: the app bundled for `react-native` and compiled down as Metro does it, lines typed into the
// prompt.

import { readFileSync } from 'node:fs';

import { transformAsync } from '@babel/core';

import { HERE, bundled } from './bundle.mjs';
import { piped } from './pipe.mjs';

const PACKAGE = `${HERE}node_modules/hermes-engine-cli`;
const FOLDERS = { linux: 'linux64-bin/hermes', darwin: 'osx-bin/hermes', win32: 'win64-bin/hermes.exe' };

/** Text as the prompt takes it: it counts brackets and quotes wherever they stand, so none is left to be seen. */
const quoted = (text) =>
  `"${text.replace(/[^\w]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** What an app did not catch is an answer as well, or the question would wait for ever. */
const uncaught = (line) => (line.startsWith('Uncaught') ? JSON.stringify({ failed: line }) : undefined);

async function compiledDown(text) {
  const options = { disableImportExportTransform: true, enableBabelRuntime: false };
  const { code } = await transformAsync(text, {
    babelrc: false,
    compact: true,
    comments: false,
    configFile: false,
    presets: [['@react-native/babel-preset', options]],
    cwd: HERE,
    filename: 'app.js',
    sourceType: 'script',
  });
  return code;
}

async function start(app) {
  const { text } = await bundled('hermes.mjs', app, { format: 'iife', conditions: ['react-native'], charset: 'ascii' });
  const running = piped(`${PACKAGE}/${FOLDERS[process.platform]}`, ['-prompt=', '-prompt2='], {
    frame: (line) => `ask(${quoted(line)})`,
    answerOf: (line) => /answer:(.*)$/.exec(line)?.[1] ?? uncaught(line),
  });
  running.write(`(0, eval)(${quoted(await compiledDown(text))})\n`);
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'));
  return { ...running, version };
}

export const hermes = { backend: 'js', start };
