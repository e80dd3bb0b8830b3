import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { readWorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { parseNameDays } from "@snart/calendar/almanac/name-days.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { presentDefault, recordDefault } from "../calendars/default-calendar.ts";
import { nameProblem } from "../given-text.ts";
import { changePhoto } from "./photo/photo.ts";
import { updatePreferredWeek } from "../hours/personal-hours.ts";
import type { Problem } from "../problems.ts";
import { remindAsPreferred } from "../outbox/preferred.ts";

/** The actor's own principal. */
export function profile(app: App, actor: Actor): Promise<Result<Principal, Problem>> {
  return app.storage.read(async (tx) => {
    const principal = await tx.principals.byId(actor.principalId);
    return principal ? ok(principal) : failed({ code: "not-found" });
  });
}

export interface ProfileChanges {
  readonly displayName?: string;
  /** The whole set, not a part. */
  readonly preferences?: Preferences;
  /** An upload that becomes the photo; null: none is shown any more. */
  readonly photoBlobId?: string | null;
}

/** Changes the actor's own name and preferences. */
export async function updateProfile(
  app: App,
  actor: Actor,
  changes: ProfileChanges,
): Promise<Result<Principal, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "change the profile" });
  const problem = changesProblem(app, changes);
  if (problem) return failed(problem);
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(actor.principalId);
    const scope = { app, tx, actor, accountId: actor.principalId, modseq, now: app.now() };
    const before = await tx.principals.byId(actor.principalId);
    const formerDefault = changes.preferences && (await presentDefault(scope));
    const { photoBlobId, ...fields } = changes;
    if (photoBlobId !== undefined) {
      const changed = await changePhoto(app, tx, actor.principalId, photoBlobId);
      if (!changed.ok) return changed;
    }
    await tx.principals.update(actor.principalId, fields);
    if (changes.preferences) await recordDefault(scope, formerDefault);
    const principal = await tx.principals.byId(actor.principalId);
    if (!principal) return failed({ code: "not-found" });
    if (changes.preferences) await remindAsPreferred(app, tx, before, principal);
    if (changes.preferences && before) await updatePreferredWeek(app, tx, before, principal);
    return ok(principal);
  });
}

function changesProblem(app: App, { displayName, preferences }: ProfileChanges): Problem | undefined {
  const nameWrong = displayName === undefined ? undefined : nameProblem(app, displayName, "displayName");
  if (nameWrong || !preferences) return nameWrong;
  for (const field of ["timeZone", "secondTimeZone"] as const) {
    const zone = preferences[field];
    if (zone !== undefined && !ianaZone(zone))
      return { code: "invalid-value", field: `preferences/${field}`, detail: "not the name of a time zone" };
  }
  const { workingHours, nameDays } = preferences;
  if (workingHours !== undefined && !readWorkingWeek(workingHours))
    return {
      code: "invalid-value",
      field: "preferences/workingHours",
      detail: "not seven days of hours such as 08:00-17:00 or none",
    };
  if (nameDays === undefined) return undefined;
  const most = app.limits.nameDaysSize;
  if (nameDays.length <= most && parseNameDays(nameDays)) return undefined;
  const detail = `not lines such as "12-24 Eva" in order of date, of ${most} characters at most`;
  return { code: "invalid-value", field: "preferences/nameDays", detail };
}
