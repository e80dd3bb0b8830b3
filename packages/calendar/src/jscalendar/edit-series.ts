import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { JSEvent, LocalDateTime, PatchObject } from "./types.ts";

/** What "this and following" comes to: a patch that ends the old series, and the new series that goes on. */
export interface Split {
  readonly before: PatchObject;
  readonly after: JSEvent;
}

/** The patch to the series that changes one occurrence; `patch` speaks of the occurrence (`start`, `title`, …). */
export function changeOne(event: JSEvent, recurrenceId: LocalDateTime, patch: PatchObject): PatchObject {
  throw new Error(`not built yet ${event.uid} ${recurrenceId} ${patch}`);
}

/** The patch to the series that takes one occurrence away. */
export function removeOne(event: JSEvent, recurrenceId: LocalDateTime): PatchObject {
  throw new Error(`not built yet ${event.uid} ${recurrenceId}`);
}

/** The patch that changes the whole series; when `start` moves, overrides and UNTIL move along. */
export function changeAll(event: JSEvent, patch: PatchObject): PatchObject {
  throw new Error(`not built yet ${event.uid} ${patch}`);
}

/**
 * Splits a series before an occurrence: COUNT and UNTIL are shared out, overrides go with their occurrences.
 * `after` gets the new `uid` and the relations of RFC 8984 §4.1.3; apply the user's change to it with `applyPatch`.
 */
export function splitAt(
  event: JSEvent,
  recurrenceId: LocalDateTime,
  uid: string,
): Result<Split, CalendarProblem> {
  throw new Error(`not built yet ${event.uid} ${recurrenceId} ${uid}`);
}

/** The patch that ends the series before an occurrence; undefined if nothing would be left: remove the event. */
export function removeFollowing(
  event: JSEvent,
  recurrenceId: LocalDateTime,
): Result<PatchObject | undefined, CalendarProblem> {
  throw new Error(`not built yet ${event.uid} ${recurrenceId}`);
}
