import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import type { CSSProperties } from "react";
import type { Away } from "../../../api/calendars/availability-api.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import styles from "./day-columns.module.css";

interface AwayMarkProps {
  readonly away: readonly Away[] | undefined;
  readonly day: Local;
  readonly working: WorkingHours | null;
}

/** Hatches the working hours of a day on which somebody is away, and says when they are back. */
export function AwayMark({ away = [], day, working }: AwayMarkProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const [from, to] = [day, addDays(day, 1)].map((it) => zone.toInstant(it)) as [number, number];
  const one = away.find((it) => it.from < to && from < it.to);
  if (!one) return null;
  const hours = working ?? { from: 0, to: 24 * 60 };
  const [start, end] = [
    Math.max(hours.from, (zone.toLocal(one.from) - day) / MINUTE),
    Math.min(hours.to, (zone.toLocal(one.to) - day) / MINUTE),
  ];
  if (start >= end) return null;
  const perHour = HOUR / MINUTE;
  const back = zone.toLocal(one.to);
  return (
    <div
      className={styles.away}
      style={{ "--start": start / perHour, "--length": (end - start) / perHour } as CSSProperties}
    >
      <p>
        {dayOf(back) === dayOf(day) ? (
          t("columns.away")
        ) : (
          <>
            {t("columns.awayBack")} <HowSoon target={{ kind: "date", date: back }} size={14} />
          </>
        )}
      </p>
    </div>
  );
}
