import { uuidv7 } from 'uuidv7';

uuidv7();
