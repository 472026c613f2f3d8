// Headings, what is aimed at below each of them, and whether it was reached.

let heading = '';
const missed = [];

/** Begins a table. */
export function head(title) {
  heading = title;
  console.log(`\n${title}`);
}

/** Prints what became of an aim, and keeps it in mind. */
export function verdict(aim, found, reached) {
  if (!reached) missed.push(`${heading}: ${aim}: ${found}`);
  console.log(`  aim: ${aim}: ${found}, ${reached ? 'reached' : 'MISSED'}`);
}

/** Says what was missed, all in one place; hands back how many that were. */
export function closing() {
  console.log(missed.length === 0 ? '\nevery aim was reached' : `\nmissed\n  ${missed.join('\n  ')}`);
  return missed.length;
}
