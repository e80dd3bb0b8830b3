/** A length of time as calendars write it (RFC 5545 §3.3.6): weeks and days are nominal, the rest is exact. */
export interface Duration {
  readonly sign: 1 | -1;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}
