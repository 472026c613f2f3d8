import { ulid } from 'ulid';

ulid();
