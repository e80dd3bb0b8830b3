import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Instant } from "../time/instant.ts";
import type { JSEvent } from "./types.ts";

export interface NewObjectContext {
  /** used when the event has no uid of its own */
  readonly uid: string;
  /** becomes DTSTAMP, CREATED and LAST-MODIFIED */
  readonly now: Instant;
  readonly prodId: string;
}

/** A new VCALENDAR for an event: its VEVENT, one for each override, and the VTIMEZONEs they refer to. */
export function objectFromEvent(
  event: JSEvent,
  context: NewObjectContext,
): Result<Component, CalendarProblem> {
  throw new Error(`not built yet ${event.uid} ${context.uid}`);
}
