import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { ListedObject, ObjectQuery, StoredObject } from "../../storage/records/objects.ts";

/**
 * The most objects and bytes read at once: an answer of any size has no more in memory, and nobody waits long for one
 * page. A single object may be larger.
 */
const MOST = 500;
const MOST_BYTES = 1024 * 1024;

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
  /** The last id of the page; undefined: nothing follows. */
  readonly goesOnAfter: ObjectId | undefined;
}

/** The next objects of a query, in id order: as many as may be read together, and at least one if there is one. */
export async function findPage(
  tx: Pick<ReadTransaction, "objects">,
  query: Omit<ObjectQuery, "limit">,
): Promise<FoundPage> {
  const heads = await tx.objects.listed({ ...query, limit: MOST });
  const [page = []] = pagesBySize(heads);
  const found = await tx.objects.byIds(page.map(({ id }) => id));
  const isLast = page.length === heads.length && heads.length < MOST;
  return { found, goesOnAfter: isLast ? undefined : page.at(-1)?.id };
}

/** So few ids are read at once whatever their sizes: asking for these would cost as much as most objects do. */
export const FEW = 8;

/** The ids of named objects in parts, each so small that its texts may be read together; unknown ids are in none. */
export async function idPages(
  tx: Pick<ReadTransaction, "objects">,
  ids: readonly ObjectId[],
): Promise<readonly (readonly ObjectId[])[]> {
  if (ids.length <= FEW) return [ids];
  const heads = await tx.objects.listedByIds(ids);
  return [...pagesBySize(heads)].map((page) => page.map(({ id }) => id));
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
