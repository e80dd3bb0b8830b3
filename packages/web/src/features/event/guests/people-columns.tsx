import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, timeOfDay } from "@snart/calendar/time/local.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import type { FreeRow } from "./free-rows.ts";
import styles from "./find-time.module.css";

interface PeopleColumnsProps {
  readonly rows: readonly FreeRow[];
  readonly span: Span;
}

/** Shows a day with a column for every person and room: when each is busy, and the chosen time. */
export function PeopleColumns({ rows, span }: PeopleColumnsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const day = startOfDay(zone.toLocal(span.start));
  const hourOf = (at: number): number => timeOfDay(zone.toLocal(at)) / HOUR;
  const first = Math.min(7, Math.floor(hourOf(span.start)));
  const lasts =
    zone.toLocal(span.end) - day > 24 * HOUR ? 24 : Math.ceil((zone.toLocal(span.end) - day) / HOUR);
  const last = Math.max(22, lasts);
  const [from, to] = [first, last].map((hour) => zone.toInstant(asLocal(day + hour * HOUR))) as [
    number,
    number,
  ];
  const top = (at: number): string => `${((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100}%`;
  const place = (a: number, b: number) => ({ top: top(a), bottom: `calc(100% - ${top(b)})` });
  const heading = formats.day(span.start);
  return (
    <div className={styles.day}>
      <h3>{heading}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll only the element that has the focus */}
      <section className={styles.scroll} tabIndex={0} aria-label={t("findTime.day", { day: heading })}>
        <div className={styles.hours} aria-hidden>
          {Array.from({ length: last - first }, (_, index) => (
            <span key={index}>{formats.time(zone.toInstant(asLocal(day + (first + index) * HOUR)))}</span>
          ))}
        </div>
        <ul className={styles.columns}>
          {rows.map((row) => (
            <li key={row.key} className={styles.column}>
              <h4 title={row.name}>{row.key === "" ? t("freeBusy.you") : isolated(row.name)}</h4>
              <div className={styles.times} data-hidden={row.busy === null || undefined}>
                <BusyWords row={row} from={from} to={to} />
                {row.busy
                  ?.filter((one) => one.from < to && from < one.to)
                  .map((one) => (
                    <span
                      key={one.from}
                      className={styles.block}
                      data-type={one.type}
                      style={place(one.from, one.to)}
                    />
                  ))}
                <span className={styles.chosen} style={place(span.start, span.end)} />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function BusyWords({ row, from, to }: { readonly row: FreeRow; readonly from: number; readonly to: number }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { timeRange } = useFormats(zone.id);
  if (row.busy === null) return <small>{t("freeBusy.hidden")}</small>;
  if (row.absences.some((one) => one.from < to && from < one.to)) return <small>{t("freeBusy.away")}</small>;
  const said = row.busy
    .filter((one) => one.type !== "BUSY-UNAVAILABLE" && one.from < to && from < one.to)
    .map((one) => t("findTime.busyAt", { time: timeRange(Math.max(one.from, from), Math.min(one.to, to)) }));
  return <span className="visually-hidden">{said.join(", ") || t("findTime.freeAllDay")}</span>;
}
