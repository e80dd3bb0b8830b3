import type { ListedObject } from "../../storage/records/objects.ts";

/**
 * The most objects and bytes read at once: an answer of any size has no more in memory. A single object may be
 * larger.
 */
const MOST = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** Parts of a list, in order, each so small that its texts may be read together. */
export function* pagesBySize<T extends Pick<ListedObject, "size">>(heads: readonly T[]): Generator<T[]> {
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
