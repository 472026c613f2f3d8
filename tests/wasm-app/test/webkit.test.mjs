// The app in a page of WebKit.

import { everywhere } from './support.mjs';

everywhere('webkit');
