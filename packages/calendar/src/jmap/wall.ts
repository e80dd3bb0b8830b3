import type { Preferences } from "./profile.ts";

/** A time in a calendar, as anybody who passes a wall may know it; ms UTC, the end exclusive. */
export interface WallEvent {
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  /** null: it is private, or only the times are told */
  readonly title: string | null;
}

/** A calendar on a wall. */
export interface WallCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  /** by start, of the days from today on */
  readonly events: readonly WallEvent[];
}

/** What a display of calendars shows (`GET /door/TOKEN`): what who made it may read now, and in their ways. */
export interface WallRecord {
  readonly kind: "wall";
  readonly name: string;
  /** the server's clock, ms UTC */
  readonly now: number;
  /** IANA name */
  readonly timeZone: string;
  readonly language: NonNullable<Preferences["language"]>;
  readonly clock: NonNullable<Preferences["clock"]>;
  /** none: nothing that it was made for is shown any more */
  readonly calendars: readonly WallCalendar[];
}
