import type { ListedNotification } from "../../api/items/notifications-api.ts";

/** Notifications that make one line of the list. */
export interface Gathered {
  readonly key: string;
  /** newest first; never empty */
  readonly items: readonly [ListedNotification, ...ListedNotification[]];
  /** the action on all of them; `changed`: they differ */
  readonly what: ListedNotification["what"] | "changed";
}

/** This many are listed one by one. */
const FEW = 2;
const DONE: ReadonlySet<ListedNotification["what"]> = new Set(["created", "updated", "destroyed"]);

/** Groups many changes by one person in one calendar into one line, at the place of the newest. All others stay. */
export function gathered(list: readonly ListedNotification[]): readonly Gathered[] {
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

/** Personal notifications, such as an answer, are never grouped. */
const keyOf = ({ id, what, accountId, calendarId, by }: ListedNotification): string =>
  calendarId !== null && DONE.has(what) ? `${accountId} ${calendarId} ${by}` : id;
