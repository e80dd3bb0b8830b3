import type { NewsItem } from "../../api/items/news-api.ts";

/** News that is one line of the list. */
export interface Gathered {
  readonly key: string;
  /** newest first; never empty */
  readonly items: readonly [NewsItem, ...NewsItem[]];
  /** what was done to all of them; `changed`: not the same to each */
  readonly what: NewsItem["what"] | "changed";
}

/** So many are told one by one. */
const FEW = 2;
const DONE: ReadonlySet<NewsItem["what"]> = new Set(["created", "updated", "destroyed"]);

/** What somebody did in one calendar is one line when it is much, where its newest stands. Everything else is as it was. */
export function gathered(list: readonly NewsItem[]): readonly Gathered[] {
  return [...Map.groupBy(list, keyOf)]
    .flatMap(([key, items]): Gathered[] => {
      const [first, ...others] = items;
      if (!first) return [];
      if (items.length <= FEW) return items.map((item) => ({ key: item.id, items: [item], what: item.what }));
      const isSame = others.every(({ what }) => what === first.what);
      return [{ key, items: [first, ...others], what: isSame ? first.what : "changed" }];
    })
    .toSorted((a, b) => b.items[0].at - a.items[0].at);
}

/** What is said to oneself alone, such as an answer, is never one of many. */
const keyOf = ({ id, what, accountId, calendarId, by }: NewsItem): string =>
  calendarId !== null && DONE.has(what) ? `${accountId} ${calendarId} ${by}` : id;
