import type { WhyNotRecord } from "@snart/calendar/jmap/booking-page.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { CSSProperties } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import styles from "./day-strip.module.css";

interface DayStripProps extends Pick<WhyNotRecord, "taken"> {
  /** of the time that is asked about, ms UTC */
  readonly start: number;
  readonly end: number;
}

const [FIRST, LAST] = [7, 17];

/** The day of a time, from seven to five or as far as the time reaches: when nobody can receive guests, and the time itself. */
export function DayStrip({ start, end, taken }: DayStripProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { hour, timeRange } = useFormats(zone.id);
  const day = startOfDay(zone.toLocal(start));
  const hourOf = (at: number): number => (zone.toLocal(at) - day) / HOUR;
  const first = Math.min(FIRST, Math.floor(hourOf(start)));
  const last = Math.min(24, Math.max(LAST, Math.ceil(hourOf(end))));
  const from = zone.toInstant(asLocal(day + first * HOUR));
  const to = zone.toInstant(asLocal(day + last * HOUR));
  const place = (one: { readonly from: number; readonly to: number }): CSSProperties => ({
    left: `${(100 * (one.from - from)) / (to - from)}%`,
    width: `${(100 * (one.to - one.from)) / (to - from)}%`,
  });
  const shown = taken
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to);
  const label = t("bookingPages.takenThatDay", {
    count: shown.length,
    times: shown.map((one) => timeRange(one.from, one.to)).join(", "),
  });
  const step = last - first > 12 ? 4 : 2;
  const hours = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
  return (
    <div className={styles.strip}>
      <span className="visually-hidden">{label}</span>
      <div className={styles.hours} aria-hidden>
        {hours.map((each) => {
          const at = zone.toInstant(asLocal(day + each * HOUR));
          return (
            <span key={each} style={{ left: place({ from: at, to: at }).left }}>
              {hour(at).replace(/:00$/, "")}
            </span>
          );
        })}
      </div>
      <div className={styles.bar} aria-hidden>
        {shown.map((one) => (
          <i key={one.from} style={place(one)} />
        ))}
        <b style={place({ from: start, to: Math.min(end, to) })} />
      </div>
    </div>
  );
}
