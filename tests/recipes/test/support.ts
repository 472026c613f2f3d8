/** What the tests share. */

/** An hour of a night. */
export const hour = (hours: number): Date => new Date(Date.UTC(2025, 10, 1, hours));

/** A sorted copy, by code units: as databases compare ids, and as `localeCompare` does not. */
export const sorted = (ids: readonly string[]): string[] => [...ids].sort();
