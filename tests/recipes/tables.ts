/**
 * The tables of the page about moving, whose cells are code: what is called, and what comes of it with the one package
 * and with the other.
 */

export interface Table {
  /** The first row: each cell's code, or its text. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Every table of a page. */
export function tables(text: string): Table[] {
  const blocks = text.match(/(?:^\|.*\|\n)+/gm) ?? [];
  return blocks.map((block) => {
    const [head, , ...rows] = block.trimEnd().split('\n').map(cells);
    return { head: head!, rows };
  });
}

const cells = (row: string): string[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));

/** What a piece of code gives, with these names in reach. */
export function valueOf(code: string, names: object): unknown {
  return new Function(...Object.keys(names), `return (${code});`)(...Object.values(names));
}

/** What comes of a piece of code, as a cell says it: a value, or the code or name of an error. */
export function outcomeOf(code: string, names: object): unknown {
  try {
    return valueOf(code, names);
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return { thrown: name === 'MintError' ? code : name };
  }
}

/** What a cell says of an outcome. */
export function said(cell: string): { thrown: string } | { begins: string } | { is: unknown } {
  if (/^[A-Z]/.test(cell)) return { thrown: cell };
  if (cell.endsWith("…'")) return { begins: cell.slice(1, -2) };
  return { is: valueOf(cell, {}) };
}
