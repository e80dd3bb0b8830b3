/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** The beginning of the supported range: 1900-01-01T00:00:00Z, inclusive. */
export const MIN_INSTANT: Instant = Date.UTC(1900, 0, 1);

/** The end of the supported range: 2200-01-01T00:00:00Z, exclusive. */
export const MAX_INSTANT: Instant = Date.UTC(2200, 0, 1);

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
