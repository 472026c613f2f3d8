// What `sentinel` sees in every place where things are right.

/** How many ids it looks at. */
export const COUNT = 1000;

/** The same everywhere, but for what runs the core. */
export const expected = (backend) => ({
  versions: [4, 7],
  distinct: COUNT,
  rising: [COUNT - 1, COUNT - 1, COUNT - 1],
  returning: [true, true, true],
  punctual: [true, true],
  readings: ['UUID v7', 'ULID'],
  valid: [true, false],
  repeatable: true,
  backend,
});
