// Carries a line a call of `ask`, typed into Hermes' prompt. In between the prompt writes things of its own, so an
// answer is marked.

import './polyfill.mjs';
import { answer } from 'app';

/** Hermes prints what is not ASCII in its own way. */
const plain = (text) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const told = (said) => print(`answer:${plain(said)}`);

globalThis.ask = (line) => {
  const said = answer(line);
  if (typeof said?.then === 'function') said.then(told);
  else told(said);
};
