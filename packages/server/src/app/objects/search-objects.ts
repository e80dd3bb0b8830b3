import { ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarId, Millis } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
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
 * each part.
 */
export async function* searchObjects(
  app: App,
  actor: Actor,
  words: SearchWords,
): AsyncGenerator<Result<readonly StoredObject[], Problem>> {
  for (let offset = 0, limit = FIRST; ; offset += limit, limit = PAGE) {
    const page = await app.storage.read(async (tx) => {
      const grants = new Map<CalendarId, CalendarGrant>();
      for (const id of words.calendarIds) {
        const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
        if (!grant.ok) return grant;
        // Busy times have no words: nothing of them is looked for.
        if (grant.value.rights.mayReadItems) grants.set(id, grant.value);
      }
      const calendarIds = [...grants.keys()];
      const ids = await tx.search.find({ ...words, calendarIds, limit, offset });
      const seen = await seenObjects(tx, grants, await tx.objects.byIds(ids));
      const found = seen.map(({ stored }) => stored);
      return ok({ found: found.toSorted(byNearness(words.nearestTo)), isLast: ids.length < limit });
    });
    if (!page.ok) return void (yield page);
    yield ok(page.value.found);
    if (page.value.isLast) return;
  }
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
