// A program that imports a name and never uses it.

import { uuidv4 } from 'mintid';

globalThis.none = 'none';
