// The app in a page of Firefox.

import { everywhere } from './support.mjs';

everywhere('firefox');
