import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ChangeSet, FormerPlace } from "../../storage/records/changes.ts";
import type { CalendarId, Modseq, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount, grantIn, type CalendarGrant } from "../grants.ts";
import { mayReadObject } from "./object-rights.ts";
import { unlessDamaged } from "./leaving-out.ts";
import type { Problem } from "../problems.ts";
import { eachStored, FEW, idPages } from "./pages-by-size.ts";
import { readStored } from "./read-stored.ts";

type Grants = ReadonlyMap<CalendarId, CalendarGrant>;

/** Objects that JMAP has a type for; they change in the same ways. */
export type ObjectType = "CalendarEvent" | "Task";

/**
 * The changed events or tasks of an account after `since`, as far as the actor may know them (RFC 8620 §5.2). Sharees
 * don't learn of objects that they never saw, not even that they are gone; an object that they can no longer see is
 * gone.
 * @returns `changes-too-old` also if it is no longer known what the actor saw then, or something of it can't be read
 */
export async function eventChanges(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  since: Modseq,
  limit: number,
  type: ObjectType = "CalendarEvent",
  within?: string,
): Promise<Result<ChangeSet, Problem>> {
  const found = await unlessDamaged(() => app.storage.read(changes));
  // Reading everything again works, without what can't be read.
  return found === "damaged" ? failed({ code: "changes-too-old" }) : found;

  async function changes(tx: ReadTransaction): Promise<Result<ChangeSet, Problem>> {
    const own = await grantAccount(tx, actor, accountId);
    if (own.ok) return plain(tx, accountId, type, since, limit, within);
    const grants = await readableGrants(tx, actor, accountId);
    if (grants.size === 0) return failed({ code: "not-found" });
    // Objects that existed before the share have no change of their own: the client must read everything again.
    if ((await sharesChanged(tx, actor, accountId, since)).length > 0)
      return failed({ code: "changes-too-old" });
    const changes = await plain(tx, accountId, type, since, limit, within);
    return changes.ok ? seenBy(tx, grants, changes.value, since, within) : changes;
  }
}

/** The same for the calendars themselves: a new share counts as created, an ended one as destroyed. */
export function calendarListChanges(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  since: Modseq,
  limit: number,
  within?: string,
): Promise<Result<ChangeSet, Problem>> {
  return app.storage.read(async (tx) => {
    const own = await grantAccount(tx, actor, accountId);
    if (own.ok) return plain(tx, accountId, "Calendar", since, limit, within);
    const grants = await readableGrants(tx, actor, accountId);
    const turned = await sharesChanged(tx, actor, accountId, since);
    if (grants.size === 0 && turned.length === 0) return failed({ code: "not-found" });
    const changes = await plain(tx, accountId, "Calendar", since, limit, within);
    if (!changes.ok) return changes;
    const { created, updated } = changes.value;
    const isSeen = (id: string): boolean => grants.has(id as CalendarId);
    const appeared = new Set([...created, ...turned].filter(isSeen));
    return ok({
      ...changes.value,
      created: [...appeared],
      updated: updated.filter((id) => isSeen(id) && !appeared.has(id)),
      destroyed: turned.filter((id) => !isSeen(id)),
    });
  });
}

async function plain(
  tx: ReadTransaction,
  accountId: PrincipalId,
  type: "Calendar" | ObjectType,
  since: Modseq,
  limit: number,
  within: string | undefined,
): Promise<Result<ChangeSet, Problem>> {
  const changes = await tx.changes.inAccount(accountId, type, since, limit, within);
  return changes === "too-old" ? failed({ code: "changes-too-old" }) : ok(changes);
}

async function sharesChanged(
  tx: ReadTransaction,
  { principalId }: Actor,
  accountId: PrincipalId,
  since: Modseq,
): Promise<readonly CalendarId[]> {
  const groups = await tx.principals.groupsOf(principalId);
  return tx.changes.sharesChanged(accountId, [principalId, ...groups], since);
}

async function readableGrants(tx: ReadTransaction, actor: Actor, accountId: PrincipalId): Promise<Grants> {
  const grants = (await grantIn(tx, actor, accountId)).filter(({ rights }) => rights.mayReadFreeBusy);
  return new Map(grants.map((grant) => [grant.calendar.id, grant]));
}

/** What has come into sight counts as created, what has gone out of it as destroyed: the actor had, or has, no such thing. */
async function seenBy(
  tx: ReadTransaction,
  grants: Grants,
  changes: ChangeSet,
  since: Modseq,
  within = "",
): Promise<Result<ChangeSet, Problem>> {
  const { created, updated, destroyed } = changes;
  const seen = new Set<string>();
  for await (const [id, stored] of eachStored(tx, created as ObjectId[]))
    if (isReadable(grants, stored)) seen.add(id);
  const appeared: string[] = [];
  const gone: string[] = [];
  for (const part of await partsOf(tx, updated as ObjectId[], destroyed as ObjectId[])) {
    const present = new Map((await tx.objects.byIds(part)).map((object) => [object.id, object]));
    for (const place of await formerPlaces(tx, part, since, within)) {
      const now = present.get(place.id);
      const was = wasSeen(grants, place, now);
      if (was === undefined) return failed({ code: "changes-too-old" });
      const is = isReadable(grants, now);
      if (is) seen.add(place.id);
      if (was && !is) gone.push(place.id);
      if (!was && is) appeared.push(place.id);
    }
  }
  const isNew = new Set(appeared);
  return ok({
    ...changes,
    created: [...created.filter((id) => seen.has(id)), ...appeared],
    updated: updated.filter((id) => seen.has(id) && !isNew.has(id)),
    destroyed: gone,
  });
}

/** Changed objects in parts whose texts, the former ones too, may be in memory together. */
async function partsOf(
  tx: ReadTransaction,
  updated: readonly ObjectId[],
  destroyed: readonly ObjectId[],
): Promise<readonly (readonly ObjectId[])[]> {
  const parts = [...(await idPages(tx, updated))];
  for (let from = 0; from < destroyed.length; from += FEW) parts.push(destroyed.slice(from, from + FEW));
  return parts;
}

/** The places of objects when the client last heard of them: some ids are a transaction ahead of the others. */
async function formerPlaces(
  tx: ReadTransaction,
  ids: readonly ObjectId[],
  since: Modseq,
  within: string,
): Promise<readonly FormerPlace[]> {
  const isAhead = (id: string): boolean => id <= within;
  const ahead = await tx.changes.formerPlaces(ids.filter(isAhead), since + 1);
  const others = await tx.changes.formerPlaces(
    ids.filter((id) => !isAhead(id)),
    since,
  );
  return [...ahead, ...others];
}

function isReadable(grants: Grants, stored: StoredObject | undefined): boolean {
  const grant = stored && grants.get(stored.calendarId);
  return (
    stored !== undefined && grant !== undefined && mayReadObject(grant, readStored(stored), stored.creatorId)
  );
}

/** @returns undefined if the former text is no longer known */
function wasSeen(
  grants: Grants,
  { calendarId, texts }: FormerPlace,
  now: StoredObject | undefined,
): boolean | undefined {
  const from = calendarId ?? now?.calendarId;
  if (from === undefined) return undefined;
  const grant = grants.get(from);
  if (!grant) return false;
  const candidates = texts.length > 0 ? texts : now ? [now.icalendar] : [];
  if (candidates.length === 0) return undefined;
  // Who made what is gone is not known; that it is gone says nothing of it.
  const creatorId = now ? now.creatorId : grant.actor.principalId;
  return candidates.some((text) => wasReadable(grant, text, creatorId));
}

function wasReadable(grant: CalendarGrant, icalendar: string, creatorId: PrincipalId | null): boolean {
  const parsed = parseICalendar(icalendar);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return read.ok && mayReadObject(grant, read.value, creatorId);
}
