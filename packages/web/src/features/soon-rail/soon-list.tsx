"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { memo, useState, useSyncExternalStore, type KeyboardEvent, type MouseEvent } from "react";
import { clockNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isTask } from "../../store/items/entries.ts";
import { factsIn } from "../../store/items/answering.ts";
import { TaskBox } from "../tasks/screen.tsx";
import { shownFilter } from "../../grid/shown-filter.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import type { SoonRow } from "./model.ts";
import { SoonSkeleton } from "./soon-skeleton.tsx";
import styles from "./soon-list.module.css";

interface SoonListProps {
  readonly rows: readonly SoonRow[];
  readonly address: string;
  readonly isLoading: boolean;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** The spine with what hangs on it. One tab stop; arrows walk. */
export function SoonList({ rows, address, isLoading, onClick }: SoonListProps) {
  const t = useMessages();
  const [wanted, setWanted] = useState<string | null>(null);
  const isFiltered = useSyncExternalStore(shownFilter.subscribe, shownFilter.get) !== null;
  if (rows.length === 0 && isLoading) return <SoonSkeleton />;
  if (rows.length === 0) {
    return <p className={styles.empty}>{isFiltered ? t("soon.noneShown") : t("rail.empty")}</p>;
  }
  const keys = rows.filter((row) => row.kind === "event").map((row) => row.key);
  const tabStop = wanted !== null && keys.includes(wanted) ? wanted : keys[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const to = keys[keys.indexOf(tabStop ?? "") + step];
    if (step === 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-soon="${CSS.escape(to)}"]`)?.focus();
  };
  return (
    // The list hears what its buttons are pressed on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <ol className={styles.list} onClick={onClick} onKeyDown={onKeyDown}>
      {rows.map((row, index) =>
        row.kind === "event" ? (
          <EventRow
            key={row.key}
            row={row}
            address={address}
            isFirst={index === 0}
            tabIndex={row.key === tabStop ? 0 : -1}
          />
        ) : row.kind === "day" ? (
          <DayRow key={row.key} row={row} />
        ) : (
          <GapRow key={row.key} row={row} />
        ),
      )}
    </ol>
  );
}

type RowOf<K extends SoonRow["kind"]> = Extract<SoonRow, { readonly kind: K }>;

function DayRow({ row }: { readonly row: RowOf<"day"> }) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  return (
    <li className={styles.dayHead}>
      {row.isTomorrow ? (
        <>
          <b>{t("rail.tomorrow")}</b> {formats.dayOfMonth(row.day)}
        </>
      ) : (
        <>
          <b>{firstInLine(formats.weekday(row.day), language)}</b> {formats.dayOfMonth(row.day)}
        </>
      )}
    </li>
  );
}

function GapRow({ row }: { readonly row: RowOf<"gap"> }) {
  const t = useMessages();
  // What is not shown may well take the time.
  const isFiltered = useSyncExternalStore(shownFilter.subscribe, shownFilter.get) !== null;
  if (isFiltered) return null;
  const total = Math.round((row.to - row.from) / MINUTE);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  const key = minutes === 0 ? "length.hours" : hours === 0 ? "length.minutes" : "length.hoursMinutes";
  return <li className={styles.gap}>{t("rail.free", { length: t(key, { hours, minutes }) })}</li>;
}

interface EventRowProps {
  readonly row: RowOf<"event">;
  readonly address: string;
  readonly isFirst: boolean;
  readonly tabIndex: number;
}

const EventRow = memo(function EventRow({ row, address, isFirst, tabIndex }: EventRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { occurrence } = row;
  const facts = factsIn(occurrence, address);
  const { warmth, running } = distanceOfOccurrence(occurrence, clockNow(), zone, language);
  const { start, end } = occurrence;
  const time = occurrence.allDay
    ? t("rail.allDay")
    : end > start
      ? formats.timeRange(start, end)
      : formats.time(start);
  return (
    <li
      className={styles.row}
      data-colour={occurrence.colour}
      data-first={isFirst || undefined}
      data-running={(running && !occurrence.allDay) || undefined}
    >
      {isTask(occurrence.entry.event) ? <TaskBox occurrence={occurrence} /> : null}
      <button type="button" className={styles.button} data-soon={row.key} tabIndex={tabIndex}>
        <DistanceText
          text={row.distance}
          warmth={warmth}
          className={row.isRepeat ? "visually-hidden" : (styles.distance ?? "")}
          dateTime={new Date(occurrence.start).toISOString()}
          title={formats.dayAndYear(occurrence.start)}
        />
        <span className={styles.title} data-hollow={facts.answer === "needs-action" || undefined}>
          {facts.title.trim() || t(facts.isBusyOnly ? "event.busy" : "event.untitled")}
        </span>
        <span className={styles.detail}>
          {time}
          {facts.place ? ` · ${facts.place}` : null}
          {facts.answer === "needs-action" ? (
            <b> · {t("rail.reply")}</b>
          ) : facts.isTentative ? (
            ` · ${t("rail.maybe")}`
          ) : null}
        </span>
      </button>
    </li>
  );
});
