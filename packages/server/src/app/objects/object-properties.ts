import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, seesAsStored, type CalendarGrant } from "../grants.ts";
import type { Limits } from "../limits.ts";
import { mayReadObject, mayReadWhole, mayWriteObject } from "./object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "./read-stored.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { conditionHolds, type WriteCondition } from "./write-condition.ts";

/** Dead properties of a calendar or an object (RFC 4918 §4.2): `{namespace}name` to XML text. */
export type DeadProperties = Readonly<Record<string, string>>;

/** @returns which limit they exceed, if any */
export function propertiesProblem(
  { deadProperties, deadPropertySize }: Limits,
  properties: DeadProperties,
): Problem | undefined {
  const entries = Object.entries(properties);
  const size = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (entries.length > deadProperties) return { code: "too-many-properties", limit: deadProperties };
  return size > deadPropertySize ? { code: "too-many-properties", limit: deadPropertySize } : undefined;
}

/**
 * The dead properties of objects in a calendar that the actor reads; absent: none. The caller is responsible for
 * asking only for readable ids.
 */
export function objectProperties(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  ids: readonly ObjectId[],
): Promise<Result<ReadonlyMap<ObjectId, DeadProperties>, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    return ok(await tx.objects.deadProperties(calendarId, await readWhole(tx, grant.value, ids)));
  });
}

/** Others don't see the dead properties of a private object, just as they don't see its contents. */
async function readWhole(
  tx: ReadTransaction,
  grant: CalendarGrant,
  ids: readonly ObjectId[],
): Promise<readonly ObjectId[]> {
  if (seesAsStored(grant)) return ids;
  const stored = await tx.objects.byIds(ids);
  return stored
    .filter((object) => mayReadWhole(grant, readStored(object), object.creatorId))
    .map(({ id }) => id);
}

/**
 * Changes the dead properties of the object at a path, for people who may change the object. Its entity tag and its
 * calendar's states stay: nobody has to fetch it again.
 * @param change returns all of them, given the present ones
 * @returns `too-many-properties`, and the refusals of a write of the object
 */
export async function setObjectProperties(
  app: App,
  actor: Actor,
  place: { readonly calendarId: CalendarId; readonly uri: string },
  condition: WriteCondition,
  change: (current: DeadProperties) => DeadProperties,
): Promise<Result<void, Problem>> {
  const { calendarId, uri } = place;
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayWriteOwn"));
  if (!found.ok) return found;
  const work = async ({ tx }: WriteScope): Promise<Result<void, Problem>> => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayWriteOwn");
    if (!grant.ok) return grant;
    const stored = await tx.objects.byUri(calendarId, uri);
    const object = stored && readStored(stored);
    if (!object || !mayReadObject(grant.value, object, stored.creatorId))
      return failed({ code: "not-found" });
    if (!mayWriteObject(grant.value, { stored, object }))
      return failed({ code: "forbidden", right: "mayWriteAll" });
    if (!conditionHolds(condition, stored.etag, stored.scheduleTag)) return failed({ code: "etag-mismatch" });
    const current = await tx.objects.deadProperties(calendarId, [stored.id]);
    const properties = change(current.get(stored.id) ?? {});
    const problem = propertiesProblem(app.limits, properties);
    if (problem) return failed(problem);
    await tx.objects.setDeadProperties(stored.id, properties);
    return ok(undefined);
  };
  return writeAccount(app, actor, found.value.calendar.accountId, work);
}
