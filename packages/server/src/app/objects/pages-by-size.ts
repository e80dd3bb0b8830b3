import type { ListedObject } from "../../storage/records/objects.ts";

/** Objects and bytes that are read at once at most: an answer of any size holds no more in memory. An object alone may be larger. */
const MOST = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** Parts of a list, in its order, each so small that its texts may be read together. */
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
