import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { mayWriteObject } from "../objects/object-rights.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";

/** The newest ones: each guest of the largest event several times. */
const MOST = 2_000;

/**
 * The mails to an event's guests with their outcomes, newest first; for people who may change the event.
 * @returns `not-found` for an event that the actor does not see, `forbidden` for one that they may not change
 */
export function deliveriesOfEvent(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  objectId: ObjectId,
): Promise<Result<readonly MailDelivery[], Problem>> {
  return app.storage.read(async (tx) => {
    const stored = await tx.objects.byId(objectId);
    if (!stored || stored.accountId !== accountId) return failed({ code: "not-found" });
    const grant = await grantCalendar(tx, actor, stored.calendarId);
    if (!grant.ok) return grant;
    if (!mayWriteObject(grant.value, new ReadObject(stored)))
      return failed({ code: "forbidden", right: "mayWriteAll" });
    return ok(await tx.mail.deliveriesOf(accountId, objectId, MOST));
  });
}
