#!/usr/bin/env node
/**
 * The command `mintid`: mints, inspects and converts ids.
 *
 * What was asked for goes to standard output. What is wrong with it is one line on standard error, and the exit code: 2
 * for arguments and ids, 1 where this machine is at fault.
 *
 * @module
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { type Command, type Given, InputError } from './command.js';
import { convertCommand } from './convert.js';
import { HELP } from './help.js';
import { inspectCommand } from './inspect.js';
import { mintCommand } from './mint.js';
import { Output, complain } from './output.js';

const COMMANDS = new Map<string, Command>([
  ['mint', mintCommand],
  ['inspect', inspectCommand],
  ['convert', convertCommand],
]);

const MACHINE_AT_FAULT = 1;
const INPUT_AT_FAULT = 2;

/** Runs a command line; hands back the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (/^(--help|-h)$/.test(name)) return print(HELP);
  if (name === '--version') return print(version());
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new InputError(
      `${name === '' ? 'give a command' : `no command ${JSON.stringify(name)}`}: mint, inspect or convert`,
    );
  }
  const given = parsed(command, rest);
  if (given.values['help'] === true) return print(HELP);
  const output = new Output(process.stdout);
  try {
    return (await command.run(given, output)) ? 0 : INPUT_AT_FAULT;
  } finally {
    await output.flush();
  }
}

function parsed({ options }: Command, args: string[]): Given {
  try {
    const all = { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options: all, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Of its advice, which takes several lines, the first says what is wrong, mostly.
    const [first] = message.split('\n');
    throw new InputError(code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' ? `${first} Write a value after it, or after =` : first!);
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** That of the package which this file is in. */
function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

// Who reads may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  complain(`standard output: ${error.message}`);
  process.exit(MACHINE_AT_FAULT);
});

run(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    complain(error.message);
    process.exitCode = error instanceof InputError ? INPUT_AT_FAULT : MACHINE_AT_FAULT;
  },
);
