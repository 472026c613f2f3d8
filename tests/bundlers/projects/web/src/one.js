// A program that uses one export.

import { uuidv4 } from 'mintid';

globalThis.id = uuidv4();
