import { dayOf, weekday } from "@snart/calendar/time/local.ts";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { textScale } from "../../../ui/text-scale.ts";
import { useElementSize } from "../../../ui/use-element-size.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { ViewBody, type BodyColumns } from "../time-grid/view-body.tsx";
import { contentsOf, type LaneOccurrence, type ViewContents } from "../../../grid/day-contents.ts";
import { dayColumns, type DayColumns } from "../../../grid/day-columns.ts";
import { ColumnHeads } from "./column-heads.tsx";
import { AwayMark } from "./away-mark.tsx";
import { ColumnsBar } from "./columns-bar.tsx";
import type { ColumnOfDay } from "./columns-of-day.ts";
import { ColumnsStrip } from "./columns-strip.tsx";
import { useColumns, type Columns } from "./use-columns.ts";
import styles from "./day-columns.module.css";

/** px; an event in a narrower column has no room for its words */
const LEAST_WIDTH = 152;
const GUTTER = 50;

/** Shows a day in one column, or in a column for each calendar or person, which scroll where they are many. */
export function DayBody({ page }: { readonly page: CalendarPageState }) {
  const kind = useSyncExternalStore(dayColumns.subscribe, dayColumns.get);
  const body = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const room = Math.max(2, Math.floor((width - GUTTER * textScale()) / LEAST_WIDTH));
  const columns = useColumns(page, kind, room);
  const { window } = columns;
  return (
    <>
      <ColumnsStrip page={page} columns={columns} />
      <div ref={body} className={styles.body} data-first-kept={window.isFirstKept || undefined}>
        {kind === "one" ? (
          <ViewBody page={page} isPhone={false} />
        ) : width > 0 ? (
          // Another kind of columns gets a new grid, because no column stays in its place.
          <InColumns key={kind} page={page} kind={kind} columns={columns} />
        ) : null}
      </div>
      {window.room < window.total ? (
        <ColumnsBar key={kind} window={window} onScroll={columns.scrollTo} over={body} />
      ) : null}
    </>
  );
}

interface InColumnsProps {
  readonly page: CalendarPageState;
  readonly kind: Exclude<DayColumns, "one">;
  readonly columns: Columns;
}

function InColumns({ page, kind, columns: all }: InColumnsProps) {
  const zone = useViewerZone();
  const { account, itemActions, workingWeek } = page;
  const { day, hoursOf } = all;
  const { columns } = all.window;
  /** the place in which a new event was begun */
  const [begun, setBegun] = useState(0);
  const contents = useMemo(() => contentsOfColumns(columns, day, zone), [columns, day, zone]);
  const working = workingWeek[weekday(day) - 1] ?? null;
  const grid: BodyColumns = {
    contents,
    names: columns.map(({ name }) => name),
    of: (occurrence) => (occurrence ? Math.max(0, columnOf(columns, occurrence)) : begun),
    heads: (headerId) => (
      <ColumnHeads
        headerId={headerId}
        day={day}
        columns={columns}
        isByPerson={kind === "person"}
        isAway={(id) => (hoursOf(id)?.absences.length ?? 0) > 0}
        segments={contents.days}
        working={working}
        address={account.email}
      />
    ),
    over: (index) => (
      <AwayMark
        key={columns[index]?.id}
        away={hoursOf(columns[index]?.id ?? " ")?.absences}
        day={day}
        working={working}
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
