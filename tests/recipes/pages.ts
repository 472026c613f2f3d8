/**
 * The pages of pkg/docs/ and the code on them.
 *
 * Each block of code is a region of a file that the tests run, and says which behind its language: `ts dexie.ts#table`.
 * One that is not run says why: `js not run: …`. `npm run pages` puts the regions into the pages.
 */

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DOCS = join(HERE, '../../pkg/docs');

/** Where regions are: the files beside this one that hold recipes. */
const SOURCES = ['recipes', 'prisma'];

export const NOT_RUN = 'not run: ';

/** A block: its language, where it is from, and its text. */
const BLOCK = /^```(\w+) ?(.*)\n([^]*?)^```$/gm;

const REGION = /^[ \t]*\/\/ #region (.+)\n([^]*?)^[ \t]*\/\/ #endregion$/gm;

/** The names of the pages. */
export const PAGES = readdirSync(DOCS).filter((name) => extname(name) === '.md');

export const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8');

/** Every region there is, by the name that a block gives it. */
export function regions(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of SOURCES) {
    for (const file of readdirSync(join(HERE, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (file.startsWith('generated') || extname(file) === '') continue;
      const text = readFileSync(join(HERE, folder, file), 'utf8');
      for (const [, name, code] of text.matchAll(REGION)) found.set(`${file}#${name}`, code!);
    }
  }
  return found;
}

/** What each block of a page says it is from. */
export const origins = (text: string): string[] => Array.from(text.matchAll(BLOCK), ([, , origin]) => origin!);

/** The page with the code in it that the regions hold now. */
export function filled(text: string, code = regions()): string {
  return text.replace(BLOCK, (block, language: string, origin: string) => {
    const region = code.get(origin);
    return region === undefined ? block : `\`\`\`${language} ${origin}\n${region}\`\`\``;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  for (const page of PAGES) writeFileSync(join(DOCS, page), filled(textOf(page)));
}
