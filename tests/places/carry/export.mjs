// The app as a module's export: for a place that loads it as a file.

export { answer } from 'app';
