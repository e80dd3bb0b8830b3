import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type {
  ListedObject,
  ObjectOutline,
  ObjectQuery,
  StoredObject,
} from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import { readableOf, unlessDamaged } from "./leaving-out.ts";

/**
 * The most objects and bytes read at once: an answer of any size has no more in memory, and nobody waits long for one
 * page. A single object may be larger. A text of short lines takes sixty times its room once it is parsed, and eight requests of one person
 * each have a page.
 */
const MOST = 500;
const MOST_BYTES = 256 * 1024;

/** Parts of a list, in order, each so small that its texts may be read together. */
export function* pagesBySize<T extends Pick<ListedObject, "size">>(heads: Iterable<T>): Generator<T[]> {
  let page: T[] = [];
  let bytes = 0;
  for (const head of heads) {
    if (page.length === MOST || (page.length > 0 && bytes + head.size > MOST_BYTES)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(head);
    bytes += head.size;
  }
  if (page.length > 0) yield page;
}

interface FoundPage {
  readonly found: readonly StoredObject[];
  /** Those between them that were not read, as they are known. */
  readonly known: readonly ListedObject[];
  /** Those between them that can't be read; whether they are of the component that was asked for, nobody knows. */
  readonly lost: readonly ObjectOutline[];
  /** The last id of the page; undefined: nothing follows. */
  readonly goesOnAfter: ObjectId | undefined;
}

type PageQuery = Omit<ObjectQuery, "limit" | "uid">;

/**
 * The next objects of a query, in id order: as many as may be read together, and at least one if there is one.
 * @param isKnown whether the text of an object need not be read
 */
export async function findPage(
  tx: Pick<ReadTransaction, "objects">,
  query: PageQuery,
  isKnown: (head: ListedObject) => boolean = () => false,
): Promise<FoundPage> {
  const whole = await unlessDamaged(async () => {
    const heads = await tx.objects.listed({ ...query, limit: MOST });
    const [page = []] = pagesBySize(heads.map((head) => (isKnown(head) ? { ...head, size: 0 } : head)));
    const { known = [], unread = [] } = Object.groupBy(page, (head) => (isKnown(head) ? "known" : "unread"));
    const found = await tx.objects.byIds(unread.map(({ id }) => id));
    const isLast = page.length === heads.length && heads.length < MOST;
    return { found, known, lost: [], goesOnAfter: isLast ? undefined : page.at(-1)?.id };
  });
  return whole === "damaged" ? findReadable(tx, query) : whole;
}

/** All objects of a query of which there are few, all at once. */
export async function findFew(
  tx: Pick<ReadTransaction, "objects">,
  query: Omit<PageQuery, "afterId">,
  limit: number,
): Promise<Pick<FoundPage, "found" | "lost">> {
  const whole = await unlessDamaged(() => tx.objects.find({ ...query, limit }));
  if (whole !== "damaged") return { found: whole, lost: [] };
  const found: StoredObject[] = [];
  const lost: ObjectOutline[] = [];
  let afterId: ObjectId | undefined;
  do {
    const page = await findReadable(tx, { ...query, ...(afterId !== undefined && { afterId }) });
    found.push(...page.found);
    lost.push(...page.lost);
    afterId = page.goesOnAfter;
  } while (afterId !== undefined && found.length < limit);
  return { found, lost };
}

/** A page where something can't be read: what there is, the indexes say. */
async function findReadable(tx: Pick<ReadTransaction, "objects">, query: PageQuery): Promise<FoundPage> {
  const outlines: ObjectOutline[] = [];
  for (const id of query.calendarIds)
    for (const one of await tx.objects.outlines(id)) if (isMeant(one, query)) outlines.push(one);
  const next = outlines.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MOST);
  const heads = await readableOf(
    next.map(({ id }) => id),
    (ids) => tx.objects.listedByIds(ids),
  );
  const isWanted = ({ component }: ListedObject): boolean =>
    query.component === undefined || component === query.component;
  const wanted = heads.filter(isWanted);
  const [page = []] = pagesBySize(wanted);
  const found = await readableOf(
    page.map(({ id }) => id),
    (ids) => tx.objects.byIds(ids),
  );
  const isWhole = page.length === wanted.length;
  const end = (isWhole ? next : page).at(-1)?.id;
  const known = new Set([...found, ...heads.filter((head) => !isWanted(head))].map(({ id }) => id));
  return {
    found,
    known: [],
    lost: end === undefined ? [] : next.filter(({ id }) => id <= end && !known.has(id)),
    goesOnAfter: isWhole && next.length === outlines.length ? undefined : end,
  };
}

const isMeant = ({ id, start, end }: ObjectOutline, { from, to, afterId }: PageQuery): boolean =>
  (afterId === undefined || id > afterId) &&
  (from === undefined || from === null || end === null || end >= from) &&
  (to === undefined || to === null || start < to);

/** So few ids are read at once whatever their sizes: asking for these would cost as much as most objects do. */
export const FEW = 8;

/**
 * The ids of named objects in parts, each so small that its texts may be read together; unknown ids are in none. Those that can't be
 * read come last.
 */
export async function idPages(
  tx: Pick<ReadTransaction, "objects">,
  ids: readonly ObjectId[],
): Promise<readonly (readonly ObjectId[])[]> {
  if (ids.length <= FEW) return [ids];
  const lost: { readonly id: ObjectId; readonly size: number }[] = [];
  const heads = await readableOf(
    ids,
    (part) => tx.objects.listedByIds(part),
    (id) => lost.push({ id, size: 0 }),
  );
  return [...pagesBySize([...heads, ...lost])].map((page) => page.map(({ id }) => id));
}

/** Which of these can't be read: for a transaction that writes, and can't find out itself (`readableOf`). */
export function lostOf(app: App, ids: readonly ObjectId[]): Promise<ReadonlySet<ObjectId>> {
  return app.storage.read(async (tx) => {
    const lost = new Set<ObjectId>();
    for (const page of await idPages(tx, ids))
      await readableOf(
        page,
        (part) => tx.objects.byIds(part),
        (id) => lost.add(id),
      );
    return lost;
  });
}

/**
 * Work in a transaction that writes, over objects of which some may be lost: then it is done again, and knows which.
 * @param work calls `takes` with the objects before it reads any
 */
export async function writeWithoutLost<T>(
  app: App,
  work: (
    tx: WriteTransaction,
    lost: ReadonlySet<ObjectId>,
    takes: (ids: readonly ObjectId[]) => void,
  ) => Promise<T>,
): Promise<T> {
  let taken: readonly ObjectId[] = [];
  const takes = (ids: readonly ObjectId[]): void => void (taken = ids);
  const done = await unlessDamaged(() => app.storage.write((tx) => work(tx, new Set(), takes)));
  if (done !== "damaged") return done as T;
  const lost = await lostOf(app, taken);
  return app.storage.write((tx) => work(tx, lost, takes));
}

/**
 * Each of the named objects with its text, as few texts in memory as may be read together; those that are gone come last, without one.
 * @param ids none twice
 */
export async function* eachStored(
  tx: Pick<ReadTransaction, "objects">,
  ids: readonly ObjectId[],
): AsyncGenerator<readonly [ObjectId, StoredObject | undefined]> {
  const isGone = new Set(ids);
  for (const page of await idPages(tx, ids)) {
    for (const stored of await tx.objects.byIds(page)) {
      isGone.delete(stored.id);
      yield [stored.id, stored];
    }
  }
  for (const id of isGone) yield [id, undefined];
}
