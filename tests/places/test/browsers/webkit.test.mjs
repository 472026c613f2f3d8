// WebKit.

import { browserTests } from './tests.mjs';

browserTests('webkit');
