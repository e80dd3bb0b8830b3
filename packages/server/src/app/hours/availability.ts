import {
  readAvailability as readComponents,
  type Availability,
} from "@snart/calendar/free-busy/availability.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";

/**
 * Sets a principal's availability, as iCalendar text with VAVAILABILITY components (RFC 7953 §7.2); undefined removes
 * it. The text is stored unchanged. The actor must act for the principal.
 * @returns `not-found` for a principal for whom the actor does not act, `object-too-large`, `invalid-calendar-data`
 */
export async function setAvailability(
  app: App,
  actor: Actor,
  principalId: Principal["id"],
  text: string | undefined,
): Promise<Result<undefined, Problem>> {
  const problem = text === undefined ? undefined : availabilityProblem(app, text);
  if (problem) return failed(problem);
  return app.storage.write(async (tx) => {
    const granted = await grantAccount(tx, actor, principalId);
    if (!granted.ok) return granted;
    await tx.principals.setAvailability(principalId, text);
    return ok(undefined);
  });
}

/** Why a text can't be stored by {@link setAvailability}. */
export function availabilityProblem(app: App, text: string): Problem | undefined {
  const { objectSize } = app.limits;
  if (Buffer.byteLength(text) > objectSize) return { code: "object-too-large", limit: objectSize };
  const read = readAvailabilityText(text);
  return read.ok ? undefined : { code: "invalid-calendar-data", problem: read.problem };
}

/** Reads a text as stored by {@link setAvailability}. */
export function readAvailabilityText(text: string): Result<readonly Availability[], CalendarProblem> {
  const parsed = parseICalendar(text);
  return parsed.ok ? readComponents(parsed.value.calendar) : parsed;
}
