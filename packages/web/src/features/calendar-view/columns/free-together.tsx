import { MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, weekday } from "@snart/calendar/time/local.ts";
import { Check } from "lucide-react";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { nextFree } from "./next-free.ts";
import type { Columns } from "./use-columns.ts";
import styles from "./day-columns.module.css";

interface FreeTogetherProps {
  readonly page: CalendarPageState;
  readonly columns: Columns;
}

/** Says when all the people of the columns are free, or all but one, within the viewer's working hours of the day. */
export function FreeTogether({ page, columns: { all, day, hoursOf } }: FreeTogetherProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const now = useNow();
  const hours = page.workingWeek[weekday(day) - 1];
  if (!hours) return null;
  const [from, to] = [hours.from, hours.to].map((minutes) =>
    zone.toInstant(asLocal(day + minutes * MINUTE)),
  ) as [number, number];
  const people = all.map(({ id, name }) => ({ name, taken: hoursOf(id)?.busy ?? null }));
  const found = nextFree(people, { from: Math.max(from, now), to });
  if (!found) return null;
  const time = formats.timeRange(found.from, found.to);
  return (
    <span className={styles.together}>
      <Check size={15} strokeWidth={2} aria-hidden />
      {found.without === null
        ? t("columns.allFree", { time })
        : t("columns.allButFree", { name: isolated(found.without), time })}
      <SpanDistance span={{ start: found.from, end: found.to, allDay: false }} size={14} />
    </span>
  );
}
