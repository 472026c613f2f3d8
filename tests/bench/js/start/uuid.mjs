import { v7 } from 'uuid';

v7();
