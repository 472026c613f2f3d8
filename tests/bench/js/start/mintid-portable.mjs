import { uuidv7 } from 'mintid/portable';

uuidv7();
