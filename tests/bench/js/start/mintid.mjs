import { uuidv7 } from 'mintid';

uuidv7();
