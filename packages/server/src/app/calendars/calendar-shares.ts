import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ShareLevel } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** A calendar's shares, with names and addresses. */
export interface SharedTo {
  readonly principalId: PrincipalId;
  readonly login: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly level: ShareLevel;
}

/** The shares of calendars, only for those that the actor may change: others don't see them. */
export function calendarShares(
  app: App,
  grants: readonly CalendarGrant[],
): Promise<ReadonlyMap<CalendarId, readonly SharedTo[]>> {
  return app.storage.read(async (tx) => {
    const managed = new Set(
      grants.filter(({ rights }) => rights.mayShare).map(({ calendar }) => calendar.id),
    );
    const accounts = new Set(
      grants.flatMap(({ calendar }) => (managed.has(calendar.id) ? calendar.accountId : [])),
    );
    const found = new Map<CalendarId, SharedTo[]>([...managed].map((id) => [id, []]));
    const known = new Map<PrincipalId, Principal | undefined>();
    for (const accountId of accounts)
      for (const { calendarId, principalId, level } of await tx.calendars.sharesOfAccount(accountId)) {
        if (!managed.has(calendarId)) continue;
        if (!known.has(principalId)) known.set(principalId, await tx.principals.byId(principalId));
        const principal = known.get(principalId);
        if (!principal) continue;
        const { login, displayName, email } = principal;
        found.get(calendarId)?.push({ principalId, login, displayName, email, level });
      }
    return found;
  });
}

/** A calendar's shares, for an actor who wants to change them; `forbidden` if the actor may not. */
export async function sharesToChange(
  app: App,
  grant: CalendarGrant,
): Promise<Result<readonly SharedTo[], Problem>> {
  const shares = (await calendarShares(app, [grant])).get(grant.calendar.id);
  return shares ? ok(shares) : failed({ code: "forbidden", right: "mayShare" });
}
