// Where things are.

import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The package as it is in the work tree. */
export const SOURCE = here('../../pkg');
/** All tools, installed once for all projects. */
export const MODULES = here('node_modules');
/** Where tools keep what they know from the last run. It goes when the tools do. */
export const CACHE = `${MODULES}/.cache/tools`;
/** The projects as they are written. */
export const PROJECTS = here('projects');
/** What is made here. */
export const MADE = here('target');
/** The packed package. */
export const TARBALL = `${MADE}/mintid.tgz`;
/** The same, unpacked. */
export const PACKAGE = `${MADE}/package`;
