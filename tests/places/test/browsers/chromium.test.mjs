// Chromium.

import { browserTests } from './tests.mjs';

browserTests('chromium');
