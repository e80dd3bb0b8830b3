import type { Calendar } from "../../storage/records/calendars.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Subscription } from "../../storage/records/feeds.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { removeStored } from "../write/delete-object.ts";
import { grantCalendar } from "../grants.ts";
import { importObjects, skippedCount } from "../calendars/import-calendar.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { textPieces } from "../text-pieces.ts";
import type { FeedCopy } from "./read-feed.ts";

/** Objects removed per transaction, so that others only wait milliseconds. */
const BATCH = 250;

/**
 * Makes a calendar match a feed: the import writes new and changed objects, objects missing from the feed are
 * removed, the rest is untouched. Objects that can't be imported stay as they were.
 * @returns how many objects could not be imported, and how many came without a part; undefined if the calendar is gone
 */
export async function applyFeed(
  app: App,
  { calendarId, accountId }: Pick<Subscription, "calendarId" | "accountId">,
  copy: FeedCopy,
): Promise<Pick<Subscription, "skipped" | "mended"> | undefined> {
  const owner = await app.storage.read((tx) => tx.principals.byId(accountId));
  if (!owner) return undefined;
  const actor = actorOfFeed(owner);
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayWriteAll"));
  if (!grant.ok) return undefined;
  const uids = new Set<string>();
  const report = await importObjects(app, actor, grant.value.calendar, {
    chunks: textPieces([copy.content]),
    isSame: saysTheSame,
    onUid: (uid) => uids.add(uid),
  });
  await removeOthers(app, actor, grant.value.calendar, uids);
  return { skipped: skippedCount(report), mended: report.mendedCount };
}

/** The subscriber has asked for it; the written data belongs to their own account. */
const actorOfFeed = ({ id, login }: { readonly id: Actor["principalId"]; readonly login: string }): Actor =>
  mintActor({ principalId: id, login, isAdmin: false, via: "subscription", proof: "" });

/** Many servers write the time of the request into every event (DTSTAMP): that is not a change. */
const saysTheSame = (stored: string, given: string): boolean =>
  withoutStamps(stored) === withoutStamps(given);

const withoutStamps = (text: string): string => text.replace(/^DTSTAMP[;:].*\r?\n/gim, "");

async function removeOthers(
  app: App,
  actor: Actor,
  { id: calendarId, accountId }: Calendar,
  uids: ReadonlySet<string>,
): Promise<void> {
  const heads = await app.storage.read((tx) => tx.objects.heads({ calendarIds: [calendarId] }));
  const gone = heads.filter(({ uid }) => !uids.has(uid)).map(({ id }) => id);
  const remove = async (scope: WriteScope, ids: readonly ObjectId[]): Promise<void> => {
    const grant = await grantCalendar(scope.tx, actor, calendarId, "mayWriteAll");
    if (!grant.ok) return;
    for (const stored of await scope.tx.objects.byIds(ids))
      if (stored.calendarId === calendarId) await removeStored(scope, grant.value, new ReadObject(stored));
  };
  for (let at = 0; at < gone.length; at += BATCH) {
    const ids = gone.slice(at, at + BATCH);
    await writeAccount(app, actor, accountId, (scope) => remove(scope, ids));
  }
}
