import type { Absence } from "@snart/calendar/free-busy/personal-hours.ts";
import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { personFreeBusy } from "./person-free-busy.ts";
import { hoursOf } from "./personal-hours.ts";

/** The busy times of one of several people, as far as the actor may know. */
export interface OneOfPeople {
  readonly id: PrincipalId;
  /** IANA name of the person's zone; null: not set */
  readonly zoneName: string | null;
  /** by start, without overlaps or reasons */
  readonly periods: readonly BusyPeriod[];
  /** the absences within the window whose text is meant for others */
  readonly absences: readonly Absence[];
}

/**
 * The busy times of people within a window. People whom the actor may not know and people who do not exist are left
 * out alike. `exceptUid` names the event being planned, which does not count.
 * @returns `range-too-long` and `too-many-occurrences` beyond the limits of a query
 */
export async function peopleFreeBusy(
  app: App,
  actor: Actor,
  ids: readonly PrincipalId[],
  window: Window,
  exceptUid?: string,
): Promise<Result<readonly OneOfPeople[], Problem>> {
  const found: OneOfPeople[] = [];
  for (const id of new Set(ids)) {
    const busy = await personFreeBusy(app, actor, id, window, exceptUid === undefined ? {} : { exceptUid });
    const isHidden = !busy.ok && (busy.problem.code === "not-found" || busy.problem.code === "forbidden");
    if (isHidden) continue;
    if (!busy.ok) return busy;
    const one = await app.storage.read(async (tx) => {
      const principal = await tx.principals.byId(id);
      return principal && { principal, hours: await hoursOf(tx, principal) };
    });
    if (!one) continue;
    const absences = one.hours.absences.filter(
      ({ from, to, isTold }) => isTold && from < window.to && window.from < to,
    );
    const zoneName = one.principal.preferences.timeZone ?? null;
    found.push({ id, zoneName, periods: busy.value.periods, absences });
  }
  return ok(found);
}
