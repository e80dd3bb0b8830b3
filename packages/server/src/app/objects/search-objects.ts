import { ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarId, Millis, ObjectId } from "../../storage/records/ids.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { readableOf } from "./leaving-out.ts";
import { pagesBySize } from "./pages-by-size.ts";
import type { Problem } from "../problems.ts";
import { seenObjects } from "./seen-objects.ts";

interface SearchWords {
  readonly calendarIds: readonly CalendarId[];
  /** From `calendar/filter/search-grams.ts`; not empty. */
  readonly grams: readonly string[];
  readonly nearestTo: Millis;
}

/** The first part fills a screen; further ones are for clients that want everything. */
const FIRST = 60;
const PAGE = 500;

/**
 * Objects whose texts may contain all of these words, nearest in time first, part by part: a superset of the answer,
 * which the caller filters with `calendar/filter` (docs/architecture.md, decision 6). Rights are checked again with
 * each part. What can't be read is left out.
 */
export async function* searchObjects(
  app: App,
  actor: Actor,
  words: SearchWords,
): AsyncGenerator<Result<readonly StoredObject[], Problem>> {
  const turn = app.turns.of(actor.principalId);
  for (let offset = 0, limit = FIRST; ; offset += limit, limit = PAGE) {
    const part = await app.storage.read(async (tx) => {
      const grants = await grantsOn(tx, actor, words);
      if (!grants.ok) return grants;
      const calendarIds = [...grants.value.keys()];
      const ids = await tx.search.find({ ...words, calendarIds, limit, offset });
      const listed = await readableOf(ids, (some) => tx.objects.listedByIds(some));
      const heads = new Map(listed.map((head) => [head.id, head]));
      const pages = pagesBySize(ids.flatMap((id) => heads.get(id) ?? []));
      return ok({ pages: [...pages], isLast: ids.length < limit });
    });
    if (!part.ok) return void (yield part);
    for (const page of part.value.pages) {
      if (turn.isDue()) await turn.next();
      const ids = page.map(({ id }) => id);
      const found = await readPage(app, actor, words, ids);
      yield found;
      if (!found.ok) return;
    }
    if (part.value.isLast) return;
  }
}

function readPage(
  app: App,
  actor: Actor,
  words: SearchWords,
  ids: readonly ObjectId[],
): Promise<Result<readonly StoredObject[], Problem>> {
  return app.storage.read(async (tx) => {
    const grants = await grantsOn(tx, actor, words);
    if (!grants.ok) return grants;
    const look = async (some: readonly ObjectId[]) =>
      seenObjects(tx, grants.value, await tx.objects.byIds(some));
    const seen = await readableOf(ids, look);
    return ok(seen.map(({ stored }) => stored).toSorted(byNearness(words.nearestTo)));
  });
}

async function grantsOn(
  tx: ReadTransaction,
  actor: Actor,
  { calendarIds }: SearchWords,
): Promise<Result<ReadonlyMap<CalendarId, CalendarGrant>, Problem>> {
  const grants = new Map<CalendarId, CalendarGrant>();
  for (const id of calendarIds) {
    const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
    if (!grant.ok) return grant;
    // Busy times have no words: nothing of them is looked for.
    if (grant.value.rights.mayReadItems) grants.set(id, grant.value);
  }
  return ok(grants);
}

type Bounds = Pick<StoredObject, "id" | "start" | "end">;

/** The distance in time to an object; zero while it goes on, as a series does between its occurrences. */
const distanceTo = ({ start, end }: Bounds, now: Millis): number =>
  start > now ? start - now : end !== null && end < now ? now - end : 0;

/** Nearest first; the same order as in the index. */
export const byNearness =
  (now: Millis) =>
  (a: Bounds, b: Bounds): number =>
    distanceTo(a, now) - distanceTo(b, now) || (a.id < b.id ? -1 : 1);
