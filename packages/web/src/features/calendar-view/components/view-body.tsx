import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMemo } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useLateFlag } from "../../../ui/use-late-flag.ts";
import { contentsOf } from "../day-contents.ts";
import type { ViewContents } from "../day-contents.ts";
import type { CalendarPageState } from "./use-calendar-page.ts";
import { GridSkeleton } from "./grid/grid-skeleton.tsx";
import { TimeGrid } from "./grid/time-grid.tsx";
import type { GridColumns, TimeGridProps } from "./grid/time-grid.tsx";

/** One day in columns, and what is done with what is dropped or begun in one of them. */
export interface BodyColumns extends GridColumns, Pick<TimeGridProps, "onSelect" | "onDrop"> {
  readonly contents: ViewContents;
}

export interface ViewBodyProps {
  readonly page: CalendarPageState;
  readonly isPhone: boolean;
  readonly columns?: BodyColumns;
}

/** px; a phone's are larger by its own share */
const hourHeights: Readonly<Record<string, number>> = { compact: 40, roomy: 64 };
const HOUR_HEIGHT = 52;
const PHONE_MORE = 8;

/** The hours of a day or week with what takes place in them. */
export function ViewBody({ page, isPhone, columns }: ViewBodyProps) {
  const { shown, account, desk } = page;
  // The day of the columns, once for each.
  const days = columns ? columns.names.flatMap(() => page.days) : page.days;
  const zone = useViewerZone();
  const { secondTimeZone, density } = account.preferences;
  const contents = useMemo(
    () => columns?.contents ?? contentsOf(shown.occurrences, page.days, zone),
    [columns, shown.occurrences, page.days, zone],
  );
  const isEmpty = shown.occurrences.length === 0;
  const isLate = useLateFlag(!shown.isComplete && isEmpty, 150);
  return (
    <TimeGrid
      days={days}
      contents={contents}
      hourHeight={(hourHeights[density ?? ""] ?? HOUR_HEIGHT) + (isPhone ? PHONE_MORE : 0)}
      address={account.email}
      saysHowSoon={account.preferences.showHowSoon !== false}
      selectedKey={desk.selectedKey}
      unsaved={desk.unsaved}
      isPhone={isPhone}
      workingWeek={page.workingWeek}
      secondZone={isPhone || !secondTimeZone ? null : (ianaZone(secondTimeZone) ?? null)}
      onOpen={desk.open}
      columns={columns}
      onSelect={columns?.onSelect ?? ((span, element) => desk.name(span, element))}
      onDrop={columns?.onDrop ?? desk.move}
      onDropTask={(task, span) => page.doTask({ kind: "move", task, span })}
      onTurn={page.step}
      onOpenDay={(day) => page.goTo(day, "day")}
      placeholder={isLate && isEmpty ? <GridSkeleton columns={days.length} /> : null}
    />
  );
}
