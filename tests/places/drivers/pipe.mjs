// Lines over the standard input and output of a process: answers come in the order of the questions.

import { createInterface } from 'node:readline';

import { started, within } from './child.mjs';

/**
 * Starts a program and asks it.
 *
 * `frame` makes a question out of a line, `answerOf` finds the answer in what the program writes, and gives `undefined`
 * for what is none.
 */
export function piped(command, args, { frame = (line) => line, answerOf = (line) => line, ...options } = {}) {
  const { child, ended, stop } = started(command, args, options);
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = answerOf(line);
    if (answer !== undefined) waiting.shift()?.(answer);
  });
  function ask(line) {
    const answer = new Promise((resolve) => waiting.push(resolve));
    child.stdin.write(`${frame(line)}\n`);
    return within(ended, answer, line.slice(0, 100));
  }
  return { ask, stop, write: (text) => child.stdin.write(text) };
}
