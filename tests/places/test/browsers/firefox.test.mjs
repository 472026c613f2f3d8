// Firefox.

import { browserTests } from './tests.mjs';

browserTests('firefox');
