import { uuidv7 } from 'uniku/uuid/v7';

uuidv7();
