import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { TrashItem } from "../../api/items/history-api.ts";

interface TrashDay {
  /** a day of `dayOf` */
  readonly day: number;
  readonly items: readonly TrashItem[];
}

/** What was deleted by the day of the viewer's zone; what comes newest first stays so. */
export const byDay = (items: readonly TrashItem[], zone: Zone): readonly TrashDay[] =>
  [...Map.groupBy(items, ({ deletedAt }) => dayOf(zone.toLocal(Date.parse(deletedAt))))].map(
    ([day, ofDay]) => ({
      day,
      items: ofDay,
    }),
  );
