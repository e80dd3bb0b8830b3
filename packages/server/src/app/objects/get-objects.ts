import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { ListedObject, ObjectQuery, StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, seesAsStored, type CalendarGrant } from "../grants.ts";
import { leavingOut, unlessDamaged } from "./leaving-out.ts";
import { findPage, pagesBySize } from "./pages-by-size.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "./read-stored.ts";
import { objectNamed, objectsNamed, seenObject, seenObjects } from "./seen-objects.ts";

/** The object at a path. */
export function objectByUri(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  uri: string,
): Promise<Result<StoredObject, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadFreeBusy");
    if (!grant.ok) return grant;
    const stored = await objectNamed(tx, grant.value, uri);
    const seen = stored && (await seenObject(tx, grant.value, new ReadObject(stored)));
    return seen ? ok(seen.stored) : failed({ code: "not-found" });
  });
}

interface ObjectsByUri {
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** The octets of those that were not read because of their size. */
  readonly large: ReadonlyMap<string, number>;
}

/**
 * The objects at several paths of one calendar, by path; missing ones are left out.
 * @param mostBytes larger ones are not read: whoever asks for many must ask for these again, a few at a time
 */
export function objectsByUris(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  uris: readonly string[],
  mostBytes?: number,
): Promise<Result<ObjectsByUri, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadFreeBusy");
    if (!grant.ok) return grant;
    const { small, large } = await objectsNamed(tx, grant.value, uris, mostBytes);
    const seen = await seenObjects(tx, new Map([[calendarId, grant.value]]), small);
    return ok({ objects: new Map(seen.map((one) => [one.stored.uri, one.stored])), large });
  });
}

/**
 * The number of objects whose columns are read at once; each part is released again. Who answers with a part does so
 * before others get their turn: eight answers that waited with a thousand each took half as long again.
 */
const LISTED_PAGE = 250;

/**
 * Everything in a calendar except the text, in id order and part by part, so that a list of any length has few in
 * memory. Rights are checked again with each part: if they have been withdrawn meanwhile, the last part is the
 * problem.
 */
export async function* objectHeadPages(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
): AsyncGenerator<Result<readonly ListedObject[], Problem>> {
  const turn = app.turns.of(actor.principalId);
  let afterId: ObjectId | undefined;
  do {
    if (turn.isDue()) await turn.next();
    const after = afterId;
    const page = await unlessDamaged(() =>
      app.storage.read(async (tx) => {
        const grant = await grantCalendar(tx, actor, calendarId, "mayReadFreeBusy");
        return grant.ok ? ok(await headPage(tx, grant.value, after)) : grant;
      }),
    );
    if (page === "damaged") return yield* readableHeadPages(app, actor, calendarId, after);
    yield page.ok ? ok(page.value.heads) : page;
    afterId = page.ok ? page.value.goesOnAfter : undefined;
  } while (afterId !== undefined);
}

/** The same of a calendar of which something can't be read: without that. */
async function* readableHeadPages(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  after: ObjectId | undefined,
): AsyncGenerator<Result<readonly ListedObject[], Problem>> {
  const all = await app.storage.read((tx) => tx.objects.ids(calendarId));
  const ids = after === undefined ? all : all.filter((id) => id > after);
  const turn = app.turns.of(actor.principalId);
  for (let from = 0; from < ids.length; from += LISTED_PAGE) {
    if (turn.isDue()) await turn.next();
    const page = await leavingOut(ids.slice(from, from + LISTED_PAGE), (part) =>
      app.storage.read(async (tx) => {
        const grant = await grantCalendar(tx, actor, calendarId, "mayReadFreeBusy");
        return grant.ok ? ok(await headsById(tx, grant.value, part)) : grant;
      }),
    );
    yield page;
    if (!page.ok) return;
  }
}

async function headsById(
  tx: ReadTransaction,
  grant: CalendarGrant,
  ids: readonly ObjectId[],
): Promise<readonly ListedObject[]> {
  if (seesAsStored(grant)) return tx.objects.listedByIds(ids);
  return seenHeads(tx, grant, await tx.objects.byIds(ids));
}

async function seenHeads(
  tx: ReadTransaction,
  grant: CalendarGrant,
  found: readonly StoredObject[],
): Promise<readonly ListedObject[]> {
  const seen = await seenObjects(tx, new Map([[grant.calendar.id, grant]]), found);
  return seen.map(({ stored: { icalendar: _icalendar, ...head } }) => head);
}

/** Who sees what is stored needs no text read. */
async function headPage(
  tx: ReadTransaction,
  grant: CalendarGrant,
  afterId: ObjectId | undefined,
): Promise<{ readonly heads: readonly ListedObject[]; readonly goesOnAfter: ObjectId | undefined }> {
  const query = { calendarIds: [grant.calendar.id], ...(afterId !== undefined && { afterId }) };
  if (seesAsStored(grant)) {
    const heads = await tx.objects.listed({ ...query, limit: LISTED_PAGE });
    return { heads, goesOnAfter: heads.length < LISTED_PAGE ? undefined : heads.at(-1)?.id };
  }
  const { found, goesOnAfter } = await findPage(tx, query);
  return { heads: await seenHeads(tx, grant, found), goesOnAfter };
}

/** The same all at once. */
export async function objectHeads(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
): Promise<Result<readonly ListedObject[], Problem>> {
  const heads: ListedObject[] = [];
  for await (const page of objectHeadPages(app, actor, calendarId)) {
    if (!page.ok) return page;
    for (const head of page.value) heads.push(head);
  }
  return ok(heads);
}

/**
 * Objects that the index cannot rule out, in id order: a superset of the answer. The caller decides with
 * `@snart/calendar/filter` (docs/architecture.md, decision 6). Calendars the actor may not read are `not-found`/`forbidden`.
 * They come part by part, so that an answer of any size has few texts in memory. Rights are checked again with each
 * part: if they have been withdrawn meanwhile, the last part is the problem. Objects added meanwhile may be missing, and so are
 * those that can't be read.
 */
export async function* findObjectPages(
  app: App,
  actor: Actor,
  query: Omit<ObjectQuery, "afterId" | "limit">,
): AsyncGenerator<Result<readonly StoredObject[], Problem>> {
  const { calendarIds } = query;
  // A time range is searched once: each further page would search all of it again.
  let pages: readonly ObjectId[][] = [];
  const first = await unlessDamaged(() =>
    app.storage.read((tx) =>
      readableOf(tx, actor, calendarIds, async () => {
        pages = idsBySize(await tx.objects.listed(query));
        return tx.objects.byIds(pages[0] ?? []);
      }),
    ),
  );
  if (first !== "damaged") yield first;
  else if (pages.length === 0) {
    const heads = await readableHeads(app, actor, calendarIds);
    if (!heads.ok) return void (yield heads);
    const { component } = query;
    pages = idsBySize(heads.value.filter((head) => component === undefined || head.component === component));
  }
  if (first !== "damaged" && !first.ok) return;
  const turn = app.turns.of(actor.principalId);
  for (const ids of first === "damaged" ? pages : pages.slice(1)) {
    if (turn.isDue()) await turn.next();
    const page = await leavingOut(ids, (part) =>
      app.storage.read((tx) => readableOf(tx, actor, calendarIds, () => tx.objects.byIds(part))),
    );
    yield page;
    if (!page.ok) return;
  }
}

const idsBySize = (heads: Iterable<Pick<ListedObject, "id" | "size">>): ObjectId[][] =>
  [...pagesBySize(heads)].map((page) => page.map(({ id }) => id));

/** What can be read of all that is in these calendars. */
async function readableHeads(
  app: App,
  actor: Actor,
  calendarIds: readonly CalendarId[],
): Promise<Result<readonly ListedObject[], Problem>> {
  const heads: ListedObject[] = [];
  for (const id of calendarIds)
    for await (const page of readableHeadPages(app, actor, id, undefined)) {
      if (!page.ok) return page;
      heads.push(...page.value);
    }
  return ok(heads);
}

/** The results of `find` in these calendars, as far as the actor may read them. */
async function readableOf(
  tx: ReadTransaction,
  actor: Actor,
  calendarIds: readonly CalendarId[],
  find: () => Promise<readonly StoredObject[]>,
): Promise<Result<readonly StoredObject[], Problem>> {
  const grants = new Map<CalendarId, CalendarGrant>();
  for (const id of calendarIds) {
    const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
    if (!grant.ok) return grant;
    grants.set(id, grant.value);
  }
  return ok((await seenObjects(tx, grants, await find())).map(({ stored }) => stored));
}
