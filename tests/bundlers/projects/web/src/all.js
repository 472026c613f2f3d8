// A program that uses everything.

import * as mintid from 'mintid';

globalThis.mintid = { ...mintid };
