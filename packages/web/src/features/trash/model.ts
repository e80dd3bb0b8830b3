import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { TrashItem } from "../../api/items/history-api.ts";

interface TrashDay {
  /** a day of `dayOf` */
  readonly day: number;
  readonly items: readonly TrashItem[];
}

/** Groups deleted items by the day of the viewer's zone; newest first stays newest first. */
export const byDay = (items: readonly TrashItem[], zone: Zone): readonly TrashDay[] =>
  [...Map.groupBy(items, ({ deletedAt }) => dayOf(zone.toLocal(Date.parse(deletedAt))))].map(
    ([day, ofDay]) => ({
      day,
      items: ofDay,
    }),
  );
