import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { TrashItem } from "../../api/items/history-api.ts";
import { foldedText } from "../../store/items/found-events.ts";

interface TrashDay {
  /** a day of `dayOf` */
  readonly day: number;
  readonly items: readonly TrashItem[];
}

/** The address of the trash, of which only what has these words is shown. */
export const trashPath = (words: string): string => `/trash?${new URLSearchParams({ q: words }).toString()}`;

/** The items with all the words in their titles; without words, all of them. */
export function itemsWith(items: readonly TrashItem[], words: string): readonly TrashItem[] {
  const each = foldedText(words.trim()).split(/\s+/);
  return items.filter(({ title }) => each.every((word) => foldedText(title).includes(word)));
}

/** Groups deleted items by the day of the viewer's zone; newest first stays newest first. */
export const byDay = (items: readonly TrashItem[], zone: Zone): readonly TrashDay[] =>
  [...Map.groupBy(items, ({ deletedAt }) => dayOf(zone.toLocal(Date.parse(deletedAt))))].map(
    ([day, ofDay]) => ({
      day,
      items: ofDay,
    }),
  );
