import type { Warning } from "@snart/calendar/icalendar/warning.ts";
import { objectWarnings } from "@snart/calendar/recurrence/value-warnings.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantPlace, type CalendarPlace } from "../grants.ts";
import { seesInPart } from "../objects/object-rights.ts";
import { checkText } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { SENDS, writeWhole, type WriteScope } from "../scope.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { giveWay } from "./give-way.ts";
import { heedAlarms } from "./heed-alarms.ts";
import { storeObject, type StoreOutcome } from "./store-object.ts";
import { conditionHolds, type WriteCondition } from "../objects/write-condition.ts";

/** What was stored, and what of the text is read otherwise than it is written. */
interface PutOutcome extends StoreOutcome {
  readonly warnings: readonly Warning[];
}

/**
 * Stores iCalendar text at a path of a calendar, exactly as given (CalDAV PUT, RFC 4791 §5.3.2). Compare-and-swap:
 * `condition` is checked under the account's write lock.
 */
export async function putObject(
  app: App,
  actor: Actor,
  place: CalendarPlace,
  uri: string,
  text: string,
  condition: WriteCondition,
): Promise<Result<PutOutcome, Problem>> {
  const checked = checkText(app, text);
  if (!checked.ok) return checked;
  const work = async (scope: WriteScope): Promise<Result<StoreOutcome, Problem>> => {
    const grant = await grantPlace(scope.tx, actor, place, "mayUpdatePrivate");
    if (!grant.ok) return grant;
    const stored = await scope.tx.objects.byUri(place.id, uri);
    const found = stored && new ReadObject(stored);
    const seen = found && (await seenObject(scope.tx, grant.value, found));
    // Of one that they don't see they learn nothing, not even that its name is taken.
    const current = seen && found;
    // A person who only sees the times has an entity tag for those, and is told why the write is refused.
    if (current && seesInPart(grant.value, current))
      return failed({ code: "forbidden", right: "mayWriteAll" });
    if (!conditionHolds(condition, seen?.stored.etag, current?.stored.scheduleTag))
      return failed({ code: "etag-mismatch" });
    if (found && !current) await giveWay(scope, found.stored);
    return storeObject(scope, grant.value, { uri, current }, heedAlarms(seen, checked.value));
  };
  const keepAnswers = condition.ifScheduleTag !== undefined;
  const stored = await writeWhole(app, actor, place.accountId, work, { ...SENDS, keepAnswers });
  if (!stored.ok) return stored;
  const { warnings, object } = checked.value;
  return ok({ ...stored.value, warnings: [...warnings, ...objectWarnings(object)] });
}
