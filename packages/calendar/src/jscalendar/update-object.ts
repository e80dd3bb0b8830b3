import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Instant } from "../time/instant.ts";
import type { PatchObject } from "./types.ts";

/**
 * The lossless edit: the VCALENDAR with only those properties rewritten that the patch changes, in the main
 * component and in overrides; everything else, unknown things included, stays as it was written.
 * DTSTAMP and LAST-MODIFIED become `now` in the components touched; SEQUENCE grows when the schedule changes.
 * JMAP metadata (`id`, `calendarIds`, …) in the patch is ignored.
 */
export function patchObject(
  object: CalendarObject,
  patch: PatchObject,
  context: { readonly now: Instant },
): Result<Component, CalendarProblem> {
  throw new Error(`not built yet ${object.uid} ${patch} ${context}`);
}
