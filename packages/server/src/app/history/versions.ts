import { isNoNews } from "@snart/calendar/access/what-changed.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ChangeEntry } from "../../storage/records/changes.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAll, ownScope, reachesAccount, type CalendarGrant } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { shownBy } from "../objects/seen-objects.ts";

/** The effect of one change on an object, and its author. */
export interface Version {
  readonly objectId: ObjectId;
  readonly modseq: number;
  readonly at: number;
  readonly change: ChangeEntry["change"];
  readonly via: ChangeEntry["via"] | undefined;
  readonly client: string | undefined;
  readonly actorId: PrincipalId;
  readonly actorName: string;
  readonly calendarId: CalendarId;
  /** The text after the change; for a removal, the text before it. */
  readonly icalendar: string;
  readonly object: CalendarObject;
  /** It is the present text. */
  readonly isCurrent: boolean;
}

/** The most changes examined; of an object with more, only the newest are listed. */
const LOOKED_AT = 500;

/**
 * The versions of one object, newest first, as far as the actor may read them: versions in a calendar that the actor
 * does not see, or that were private to another, are left out.
 * @returns `not-found` if there are none
 */
export function versionsOf(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  objectId: ObjectId,
): Promise<Result<readonly Version[], Problem>> {
  return app.storage.read(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const grants = new Map(
      (await grantAll(tx, actor))
        .filter(({ calendar }) => calendar.accountId === accountId)
        .map((grant) => [grant.calendar.id, grant]),
    );
    const all = await readVersions(tx, accountId, objectId);
    const creatorId = await creatorOf(tx, objectId);
    const seen = all.flatMap((version) => {
      const grant = grants.get(version.calendarId);
      if (!grant || !mayReadWhole(grant, version.object, creatorId)) return [];
      return { ...version, object: shownBy(grant, version.object) };
    });
    const told = withoutUnseen(seen, grants);
    return told.length > 0 ? ok(told) : failed({ code: "not-found" });
  });
}

/**
 * Without those in which nothing changed that the actor sees: they would say who answered where that is hidden, or that
 * the owner has set an alarm. What such a version left is, to the actor, what the one before it left.
 * @param versions newest first
 */
function withoutUnseen(
  versions: readonly Version[],
  grants: ReadonlyMap<CalendarId, CalendarGrant>,
): readonly Version[] {
  const told: Version[] = [];
  let isCurrent = false;
  for (const [at, version] of versions.entries()) {
    const before = versions[at + 1];
    const grant = grants.get(version.calendarId);
    const scope = grant && ownScope(grant);
    const isUnseen =
      scope !== undefined &&
      version.change === "updated" &&
      before?.calendarId === version.calendarId &&
      isNoNews(before.object, version.object, scope);
    isCurrent ||= version.isCurrent;
    if (isUnseen) continue;
    told.push({ ...version, isCurrent });
    isCurrent = false;
  }
  return told;
}

/** Who made an object, or deleted it; null: not known, or the account. */
export async function creatorOf(tx: ReadTransaction, id: ObjectId): Promise<PrincipalId | null> {
  const current = await tx.objects.byId(id);
  return current ? current.creatorId : ((await tx.objects.removed(id))?.removedBy ?? null);
}

/** All versions; those that the log or the texts no longer have are left out. */
export async function readVersions(
  tx: ReadTransaction,
  accountId: PrincipalId,
  objectId: ObjectId,
): Promise<readonly Version[]> {
  const entries = await tx.changes.history(accountId, objectId, LOOKED_AT);
  const current = await tx.objects.byId(objectId);
  const former = await tx.changes.versions(objectId, LOOKED_AT);
  const texts = [
    ...(current?.accountId === accountId ? [{ modseq: current.modseq, icalendar: current.icalendar }] : []),
    ...former,
  ].toSorted((a, b) => a.modseq - b.modseq);
  const names = new Map<PrincipalId, string>();
  const versions: Version[] = [];
  for (const entry of entries) {
    if (entry.type !== "CalendarEvent" || entry.calendarId === null) continue;
    const { modseq, actorId } = entry;
    // A move raises the modseq of an existing text: the next text then belongs to this change, too.
    const isGone = entry.change === "destroyed";
    const text = isGone
      ? texts.findLast((one) => one.modseq < modseq)
      : texts.find((one) => one.modseq >= modseq);
    if (!text) continue;
    const name = names.get(actorId) ?? (await tx.principals.byId(actorId))?.displayName ?? "";
    names.set(actorId, name);
    versions.push({
      objectId,
      modseq,
      at: entry.at,
      change: entry.change,
      via: entry.via,
      client: entry.client,
      actorId,
      actorName: name,
      calendarId: entry.calendarId,
      icalendar: text.icalendar,
      object: readStored({ id: objectId, icalendar: text.icalendar }),
      isCurrent: !isGone && current?.modseq === modseq,
    });
  }
  return versions;
}
