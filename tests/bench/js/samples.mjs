// Ids to read, and such as are none: the same in every run.

/** A power of two, so that a loop can go round. */
const COUNT = 1024;

/** Numbers without order, of 32 bits; the high ones are the better ones. */
export function* numbers() {
  for (let state = 1; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** 2026, and a day for each id. */
const FIRST_MS = 1_767_225_600_000;
const DAY_MS = 86_400_000;

const source = numbers();
const random = () => source.next().value >>> 24;

/** Each with its 16 bytes and its time. */
const IDS = Array.from({ length: COUNT }, (_, at) => {
  const ms = FIRST_MS + at * DAY_MS + random();
  const bytes = Uint8Array.from({ length: 16 }, random);
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(ms / 256 ** (5 - i));
  bytes[6] = 0x70 | (bytes[6] & 15);
  bytes[8] = 0x80 | (bytes[8] & 63);
  return { ms, bytes };
});

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const uuidOf = (bytes) => hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function ulidOf(bytes) {
  let number = BigInt(`0x${hexOf(bytes)}`);
  let text = '';
  for (let i = 0; i < 26; i++, number >>= 5n) text = DIGITS[Number(number & 31n)] + text;
  return text;
}

const withText = (spell) => IDS.map(({ ms, bytes }) => ({ ms, bytes, text: spell(bytes) }));

/** What can be wrong with text, by the name of the check that finds it; each spoils a good one. */
const put = (at, character) => (text) => text.slice(0, at) + character + text.slice(at + 1);
const MISTAKES = {
  uuid: {
    length: (text) => `${text}0`,
    hyphens: put(8, '0'),
    digits: put(10, 'g'),
    'last digits': put(35, 'g'),
    ASCII: put(3, 'İ'),
    version: put(14, '9'),
    variant: put(19, 'c'),
  },
  ulid: {
    length: (text) => `${text}0`,
    'time digits': put(2, 'U'),
    'random digits': put(25, 'U'),
    ASCII: put(12, 'İ'),
    '128 bits': put(0, '8'),
  },
};

/** Text in one piece, as it comes from a file or the network: an engine keeps a concatenation as what it was made of. */
const whole = (text) => JSON.parse(JSON.stringify(text));

function samples(name, spell) {
  const ids = withText((bytes) => whole(spell(bytes)));
  const texts = ids.map(({ text }) => text);
  return { ids, texts, byText: new Map(ids.map((id) => [id.text, id])), mistakes: MISTAKES[name] };
}

export const uuids = samples('uuid', uuidOf);
export const ulids = samples('ulid', ulidOf);

/** The checks that a reader does without: it takes text that each would refuse. A no is an error, or false. */
export function unchecked(read, { texts, mistakes }) {
  const taken = ([, spoil]) => {
    try {
      return read(spoil(texts[0])) !== false;
    } catch {
      return false;
    }
  };
  return Object.entries(mistakes)
    .filter(taken)
    .map(([check]) => check);
}
