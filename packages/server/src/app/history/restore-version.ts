import { failed, type Result } from "@snart/calendar/result.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { mayReadWhole, mayRestoreObject } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";
import { putBack, type PutBack } from "../write/put-back.ts";
import { creatorOf, readVersions } from "./versions.ts";

/**
 * Restores an object's text after an earlier change, in its present calendar (or its last, if it is gone). Can be
 * undone like any change. Others are notified only with `sendSchedulingMessages`.
 */
export function restoreVersion(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  version: { readonly objectId: ObjectId; readonly modseq: number },
  options: { readonly sendSchedulingMessages?: boolean } = {},
): Promise<Result<PutBack, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<PutBack, Problem>> => {
    const { objectId: id, modseq } = version;
    const versions = await readVersions(scope.tx, accountId, id);
    const wanted = versions.find((one) => one.modseq === modseq);
    if (!wanted) return failed({ code: "not-found" });
    const seen = await grantCalendar(scope.tx, actor, wanted.calendarId, "mayReadItems");
    if (!seen.ok || !mayReadWhole(seen.value, wanted.object, await creatorOf(scope.tx, id)))
      return failed({ code: "not-found" });
    const current = await scope.tx.objects.byId(id);
    const grave = current ? undefined : await scope.tx.objects.removed(id);
    const place = current ?? grave;
    if (place?.accountId !== accountId) return failed({ code: "not-found" });
    const grant = await grantCalendar(scope.tx, actor, place.calendarId, "mayWriteOwn");
    if (!grant.ok) return grant;
    if (grave && !mayRestoreObject(grant.value, wanted.object, grave.removedBy))
      return failed({ code: "forbidden", right: "mayWriteAll" });
    return putBack(scope, grant.value, { id, uri: place.uri, current }, wanted.icalendar);
  };
  return writeAccount(app, actor, accountId, work, options.sendSchedulingMessages ? SENDS : {});
}
