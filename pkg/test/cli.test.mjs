// The command `mintid`, as a process of its own.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { convert, ulid, uuid, uuidv4, uuidv7 } from '../dist/index.js';
import { inspect } from '../dist/inspect.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const ID = '01ARYZ6S41TSV4RRFFQ69G5FAV';
const POST = '1541815603606036480';
const HEX = `0x${BigInt(POST).toString(16)}`;

/** Runs the command to its end. */
function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout, err: stderr, lines: stdout.split('\n').slice(0, -1) };
}

/** A command that did what was asked. */
function ok(args, input) {
  const { code, err, lines } = run(args, input);
  assert.deepEqual([code, err], [0, ''], args.join(' '));
  return lines;
}

test('mint makes one v7, or the kind and the count that are asked for', () => {
  const cases = [
    [['mint'], uuidv7, 1],
    [['mint', 'uuidv7', '-n', '3'], uuidv7, 3],
    [['mint', '--count', '2500', 'ulid'], ulid, 2500],
    [['mint', 'uuidv4', '-n5'], uuidv4, 5],
    [['mint', '-n', '0'], uuidv7, 0],
  ];
  for (const [args, kind, count] of cases) {
    const ids = ok(args);
    assert.equal(new Set(ids).size, count);
    assert.ok(ids.every(kind.isValid));
    if (kind !== uuidv4) assert.deepEqual(ids.toSorted(), ids);
  }
});

test('mint --json gives an object a line', () => {
  const objects = ok(['mint', 'ulid', '-n', '2', '--json']).map((line) => JSON.parse(line));
  assert.deepEqual(
    objects.map(({ kind }) => kind),
    ['ulid', 'ulid'],
  );
  assert.ok(objects.every(({ id }) => ulid.isValid(id)));
});

test('inspect tells of ids from arguments, with every reading and field', () => {
  assert.deepEqual(ok(['inspect', V7, ID]), [
    V7,
    `  UUID v7 ${V7}, 2022-02-22T19:22:22.000Z`,
    '    the spelling of a UUID, and the bits of version 7',
    '    unix_ts_ms  017f22e279b0 (48 bits)',
    '    ver         7 (4 bits)',
    '    rand_a      cc3 (12 bits)',
    '    var         2 (2 bits)',
    '    rand_b      18c4dc0c0c07398f (62 bits)',
    `  or ULID ${convert.uuidToUlid(V7)}, 2022-02-22T19:22:22.000Z`,
    '    a time within 2000 to 2099 where a ULID has it, spelled as a UUID',
    '    timestamp   017f22e279b0 (48 bits)',
    '    randomness  7cc398c4dc0c0c07398f (80 bits)',
    ID,
    `  ULID ${ID}, 2016-07-30T22:36:16.385Z`,
    '    the spelling of a ULID, and a time within 2000 to 2099',
    '    timestamp   01563df36481 (48 bits)',
    '    randomness  d6764c61efb99302bd5b (80 bits)',
  ]);
  assert.deepEqual(ok(['inspect', uuid.NIL]), [
    uuid.NIL,
    `  nil UUID ${uuid.NIL}`,
    '    the spelling of a UUID, and all bits zero',
  ]);
});

test('inspect tells of numbers, with the time of every layout that gives a plausible one', () => {
  assert.deepEqual(ok(['inspect', HEX]).slice(0, 8), [
    HEX,
    `  Snowflake of twitter ${POST}, from hex digits, 2022-06-28T16:07:40.105Z`,
    '    in the layout twitter a time within 2000 to 2099; the number does not say of which layout it is',
    '    time        367597485448, 05596847d88 (41 bits)',
    '    datacenter  11, 0b (5 bits)',
    '    worker      26, 1a (5 bits)',
    '    sequence    0, 000 (12 bits)',
    `  or Snowflake of discord ${POST}, from hex digits, 2026-08-25T14:24:45.448Z`,
  ]);
  const lines = ok(['inspect', '1764417600', '--before', '2025-11-30']);
  assert.deepEqual(
    [...lines.slice(0, 3), ...lines.slice(-2)],
    [
      '1764417600',
      '  Unix time in seconds 1764417600, 2025-11-29T12:00:00.000Z',
      '    as seconds since 1970 a time from 2000 on and before the one given',
      '  or integer 1764417600',
      '    any number may be one of a range, a sequence or a table, and says no more then',
    ],
  );
  // A minus is an option's, unless two of them end the options.
  assert.match(ok(['inspect', '--', '-1']).at(-2), /^ {2}or integer 18446744073709551615, from a signed column$/);
  assert.ok(ok(['inspect', POST]).some((line) => line.includes('Snowflake of seata')));
  assert.ok(!ok(['inspect', POST, '--before', 'now']).some((line) => line.includes('Snowflake of seata')));
  assert.deepEqual(
    ok(['inspect', '--json', POST]).map((line) => JSON.parse(line)),
    [inspect(POST)],
  );
});

test('inspect and convert read standard input by lines, of either ending, the last without one', () => {
  const input = `${V7}\n\n${ID}\r\n${uuid.NIL}`;
  assert.deepEqual(
    ok(['inspect', '--json'], input).map((line) => JSON.parse(line)),
    [V7, ID, uuid.NIL].map(inspect),
  );
  assert.deepEqual(ok(['convert', '--to', 'uuid'], input), [V7, convert.ulidToUuid(ID), uuid.NIL]);
  assert.deepEqual(ok(['inspect'], ''), []);
});

test('convert goes from every spelling to every other, and back', () => {
  const all = {
    uuid: V7,
    ulid: convert.uuidToUlid(V7),
    hex: convert.uuidToHex(V7),
    bigint: `${convert.uuidToBigInt(V7)}`,
  };
  const { bigint, ...texts } = all;
  const line = Object.values(all).join('\t');
  assert.deepEqual(ok(['convert', ...Object.values(texts), `{${V7}}`, `urn:uuid:${V7}`]), Array(5).fill(line));
  assert.deepEqual(ok(['convert', '--from', 'bigint', bigint]), [line]);
  for (const [to, due] of Object.entries(all)) assert.deepEqual(ok(['convert', '--to', to, V7]), [due]);
  assert.deepEqual(ok(['convert', '--to', 'ulid', 'oLARYZ6S4iTSV4RRFFQ69G5FAV']), [ID]);
  const objects = (args) => ok(['convert', '--json', ...args]).map((text) => JSON.parse(text));
  assert.deepEqual(objects([V7]), [{ input: V7, ...all }]);
  assert.deepEqual(objects([ID, '--to', 'hex']), [{ input: ID, hex: convert.ulidToHex(ID) }]);
  // As many digits as a ULID or a UUID has, and numbers all the same.
  const numbers = [1, 26, 32, 36].map((digits) => '9'.repeat(digits));
  assert.deepEqual(ok(['convert', '--from', 'bigint', '--to', 'bigint', ...numbers]), numbers);
});

test('what is wrong is one line on standard error, and the exit code 2', () => {
  const cases = [
    [[], /give a command/],
    [['make'], /no command "make"/],
    [['a\nb'], /no command "a\\nb"/],
    [['mint', 'uuidv1'], /no kind "uuidv1"/],
    [['mint', 'ulid', 'ulid'], /one kind at a time/],
    [['mint', '-n', ''], /whole number/],
    [['mint', '-n', '1.5'], /whole number/],
    [['mint', '-n', '1e3'], /whole number/],
    [['mint', '-n', '0x10'], /whole number/],
    [['mint', '-n', '99999999999999999999'], /whole number/],
    [['mint', '-n'], /-n/],
    [['mint', '--fast'], /--fast/],
    [['mint', '--from', 'bigint'], /--from/],
    [['inspect', 'no id'], /^mintid: "no id" is no id: as a ULID, the text has 5 characters, and a ULID has 26\n$/],
    [['inspect', '01ARZ3NDEKTSV4RRFFQ69G5FAU'], /is no id: as a ULID, position 25 holds a character/],
    [['mint', '-n', '-1'], /^mintid: Option '-n'.* Write a value after it, or after =\n$/],
    [['inspect', `${V7}0`], /as a UUID, the text has 37 characters/],
    [['inspect', 'x'.repeat(10_000)], /^mintid: "x{60}…" is no id/],
    [['inspect', 'a\u001b[2J\nb'], /"a\\u001b\[2J\\nb" is no id/],
    [['inspect', '18446744073709551616'], /as a number, position 19 makes the number larger than 64 bits/],
    [['inspect', '--before', 'soon', V7], /--before takes now or a time like 2025-11-30, not "soon"/],
    [['inspect', ''], /"" is no id/],
    [['convert', '--to', 'snowflake', V7], /not "snowflake"/],
    [['convert', POST], /is a number of 64 bits: --from bigint/],
    [['convert', 'no id'], /"no id": the text has 5 characters/],
    [['convert', '--from', 'hex', V7], /--from takes bigint/],
    [['convert', '--from', 'bigint', '12x'], /no decimal number/],
    [['convert', '--from', 'bigint', `${2n ** 128n}`], /larger than 128 bits/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = run(args);
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.match(err, /^mintid: [^\n]+\n$/, args.join(' '));
    assert.match(err, message);
  }
});

test('inspect goes on after text that is no id, and convert ends there, what came before is printed', () => {
  const input = `${V7}\nno id\n${ID}\n`;
  const inspected = run(['inspect', '--json'], input);
  assert.equal(inspected.code, 2);
  assert.match(inspected.err, /^mintid: "no id" is no id: [^\n]*\n$/);
  assert.deepEqual(
    inspected.lines.map((line) => JSON.parse(line)),
    [V7, 'no id', ID].map(inspect),
  );
  const plain = run(['inspect'], input);
  assert.deepEqual([plain.code, plain.lines.filter((line) => !line.startsWith(' '))], [2, [V7, ID]]);
  const converted = run(['convert', '--to', 'uuid'], input);
  assert.deepEqual([converted.code, converted.lines], [2, [V7]]);
});

test('blanks around a line of standard input, and lines of blanks alone, are nothing', () => {
  const { code, lines } = run(['convert', '--to', 'ulid'], `  ${ID}\t\r\n \n\n${ID}  `);
  assert.deepEqual([code, lines], [0, [ID, ID]]);
});

test('where nothing can be written, that is said, and the exit code is 1', { skip: !existsSync('/dev/full') }, () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'mint', '-n', '100'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
  closeSync(full);
  assert.equal(status, 1);
  assert.match(stderr, /^mintid: standard output: [^\n]*ENOSPC[^\n]*\n$/);
});

test('a line that never ends is refused, not kept', () => {
  const { code, err, out } = run(['inspect'], 'x'.repeat(10_000_000));
  assert.deepEqual([code, out, err], [2, '', 'mintid: a line is longer than 4096 characters\n']);
});

test('help and the version are printed', () => {
  for (const args of [['--help'], ['-h'], ['mint', '--help'], ['convert', '-h']])
    assert.match(ok(args)[0], /^Usage: mintid /);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(ok(['--version']), [version]);
});

test('a reader that has read enough ends the command at once, and quietly', async () => {
  const child = spawn(process.execPath, [CLI, 'mint', '-n', '1000000000'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  child.stderr.on('data', (data) => said.push(data));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const slow = setTimeout(() => child.kill(), 10_000);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(slow);
  assert.deepEqual([code, signal, String(Buffer.concat(said))], [0, null, '']);
});

test(
  'a million ids go through in bounded memory, however slowly they are read',
  { skip: process.platform !== 'linux' && 'reads /proc' },
  async () => {
    const child = spawn(process.execPath, [CLI, 'inspect', '--json'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let lines = 0;
    let most = 0;
    child.stdout.on('data', (data) => {
      for (const byte of data) if (byte === 10) lines++;
      if (lines % 50_000 < 50) most = Math.max(most, residentMegabytes(child.pid));
    });
    const ids = `${V7}\n${ID}\n`.repeat(500);
    for (let i = 0; i < 1000; i++) if (!child.stdin.write(ids)) await once(child.stdin, 'drain');
    child.stdin.end();
    const [code] = await once(child, 'close');
    assert.deepEqual([code, lines], [0, 1_000_000]);
    assert.ok(most > 0 && most < 200, `${most} MB`);
  },
);

function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0; // It has ended.
  }
}
