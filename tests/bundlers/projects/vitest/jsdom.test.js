// @vitest-environment jsdom

import { cases } from './cases.js';

cases(true);
