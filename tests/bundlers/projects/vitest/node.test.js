// @vitest-environment node

import { cases } from './cases.js';

cases(false);
