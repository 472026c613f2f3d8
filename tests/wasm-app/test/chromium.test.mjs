// The app in a page of Chromium.

import { everywhere } from './support.mjs';

everywhere('chromium');
