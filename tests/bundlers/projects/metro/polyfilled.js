// An app that follows the advice: the polyfill first, then everything else.

import 'react-native-get-random-values';

import { sentinel } from './sentinel.mjs';

print(JSON.stringify(sentinel()));
