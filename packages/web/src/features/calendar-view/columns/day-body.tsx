import { asLocal, dayOf, weekday } from "@snart/calendar/time/local.ts";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { textScale } from "../../../ui/text-scale.ts";
import { useElementSize } from "../../../ui/use-element-size.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { ViewBody, type BodyColumns } from "../time-grid/view-body.tsx";
import { contentsOf, type LaneOccurrence, type ViewContents } from "../../../grid/day-contents.ts";
import { dayColumns, type DayColumns } from "../../../grid/day-columns.ts";
import { ColumnHeads } from "./column-heads.tsx";
import { calendarColumns, personColumns, type ColumnOfDay } from "./columns-of-day.ts";
import { ColumnsStrip } from "./columns-strip.tsx";
import styles from "./day-columns.module.css";

/** px; an event in a narrower column has no room for its words */
const LEAST_WIDTH = 150;
const GUTTER = 50;

/** Shows a day in one column, or in a column for each calendar or person. */
export function DayBody({ page }: { readonly page: CalendarPageState }) {
  const kind = useSyncExternalStore(dayColumns.subscribe, dayColumns.get);
  const body = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const most = Math.max(2, Math.floor((width - GUTTER * textScale()) / LEAST_WIDTH));
  return (
    <>
      <ColumnsStrip day={page.days[0] ?? asLocal(0)} />
      <div ref={body} className={styles.body}>
        {kind === "one" ? (
          <ViewBody page={page} isPhone={false} />
        ) : width > 0 ? (
          // Another kind of columns gets a new grid, because no column stays in its place.
          <InColumns key={kind} page={page} kind={kind} most={most} />
        ) : null}
      </div>
    </>
  );
}

interface InColumnsProps {
  readonly page: CalendarPageState;
  readonly kind: Exclude<DayColumns, "one">;
  readonly most: number;
}

function InColumns({ page, kind, most }: InColumnsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { days, shown, calendars, account, itemActions, workingWeek } = page;
  const day = days[0] ?? asLocal(0);
  const { displayName: name, email: address } = account;
  /** the place in which a new event was begun */
  const [begun, setBegun] = useState(0);
  const columns = useMemo(
    () =>
      kind === "calendar"
        ? calendarColumns(shown.occurrences, calendars, most)
        : personColumns(shown.occurrences, calendars, { name, address }, most),
    [kind, shown.occurrences, calendars, name, address, most],
  );
  const contents = useMemo(() => contentsOfColumns(columns, day, zone), [columns, day, zone]);
  const names = columns.map((it) => it.name || t("columns.others", { count: it.others ?? 0 }));
  const grid: BodyColumns = {
    contents,
    names,
    of: (occurrence) => (occurrence ? Math.max(0, columnOf(columns, occurrence)) : begun),
    heads: (headerId) => (
      <ColumnHeads
        headerId={headerId}
        day={day}
        columns={columns}
        names={names}
        segments={contents.days}
        working={workingWeek[weekday(day) - 1] ?? null}
        address={address}
      />
    ),
    onSelect: (span, element, column = 0) => {
      setBegun(column);
      const calendar = columns[column]?.calendar;
      itemActions.name(span, element, calendar?.mayWrite ? calendar.key : undefined);
    },
    onDrop: (occurrence, span, copies, column) => {
      const to = column === undefined ? undefined : columns[column];
      const isThere = to?.occurrences.some((it) => it.key === occurrence.key) ?? true;
      if (isThere || !to?.calendar) itemActions.move(occurrence, span, copies);
      else itemActions.bring(occurrence, span, { calendar: to.calendar, copies });
    },
  };
  return <ViewBody page={page} isPhone={false} columns={grid} />;
}

const columnOf = (columns: readonly ColumnOfDay[], { key }: ShownOccurrence): number =>
  columns.findIndex(({ occurrences }) => occurrences.some((it) => it.key === key));

/** Returns the contents of a day, column by column: in the lane each column stands for a day. */
function contentsOfColumns(
  columns: readonly ColumnOfDay[],
  day: BodyDay,
  zone: Parameters<typeof contentsOf>[2],
): ViewContents {
  const first = dayOf(day);
  const parts = columns.map(({ occurrences }) => contentsOf(occurrences, [day], zone));
  const lane = parts.flatMap((part, index) =>
    part.lane.map(({ occurrence, startDay, endDay }): LaneOccurrence => ({
      occurrence,
      id: `${index} ${occurrence.key}`,
      startDay: first + index,
      endDay: first + index + 1,
      isOpenBefore: startDay < first,
      isOpenAfter: endDay > first + 1,
    })),
  );
  return { lane, days: parts.map((part) => part.days[0] ?? []) };
}

type BodyDay = Parameters<typeof contentsOf>[1][number];
