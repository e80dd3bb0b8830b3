import type { CalendarId, PrincipalId, ShareLevel } from "../storage/records.ts";
import type { App } from "./app.ts";
import type { CalendarGrant } from "./grants.ts";

/** With whom a calendar is shared, by their login. */
export interface SharedTo {
  readonly principalId: PrincipalId;
  readonly login: string;
  readonly level: ShareLevel;
}

/** With whom calendars are shared, of those alone where the actor may change it: to others that is not told. */
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
    const logins = new Map<PrincipalId, string | undefined>();
    for (const accountId of accounts)
      for (const { calendarId, principalId, level } of await tx.calendars.sharesOfAccount(accountId)) {
        if (!managed.has(calendarId)) continue;
        if (!logins.has(principalId)) logins.set(principalId, (await tx.principals.byId(principalId))?.login);
        const login = logins.get(principalId);
        if (login !== undefined) found.get(calendarId)?.push({ principalId, login, level });
      }
    return found;
  });
}
