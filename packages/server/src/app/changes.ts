import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { CollectionChanges } from "../storage/records/changes.ts";
import type { CalendarId, Modseq, PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantCalendar, reachesAccount } from "./grants.ts";
import type { Problem } from "./problems.ts";

/** The account's newest modseq: its JMAP state. */
export function accountState(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<Modseq, Problem>> {
  return app.storage.read(async (tx) =>
    (await reachesAccount(tx, actor, accountId))
      ? ok(await tx.principals.modseq(accountId))
      : failed({ code: "not-found" }),
  );
}

/** What changed in a calendar after a place in its log (RFC 6578 §3.2); see `ChangeReads.inCalendar`. */
export function calendarChanges(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  { since, within }: { readonly since: Modseq; readonly within: string },
  limit: number,
): Promise<Result<CollectionChanges, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    const changes = await tx.changes.inCalendar(calendarId, since, limit, within);
    return changes === "too-old" ? failed({ code: "changes-too-old" }) : ok(changes);
  });
}
