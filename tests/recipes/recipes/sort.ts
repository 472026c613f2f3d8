/** Sorting in the program. */

// #region all
/** By code units, as `<` and a plain `sort()` compare. `localeCompare` is for people's words. */
export function inOrder<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
// #endregion
