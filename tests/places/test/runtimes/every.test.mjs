// Every check in each place that npm brings, or that is here already.

import { PLACES } from '../../drivers/places.mjs';
import { everyApp } from '../support.mjs';

const RUNTIMES = ['node', 'require', 'js', 'deno', 'bun', 'workerd', 'edge', 'hermes'];

for (const name of RUNTIMES) everyApp(name, PLACES[name]);
