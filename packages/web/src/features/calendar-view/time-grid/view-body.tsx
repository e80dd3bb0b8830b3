import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useDeferredValue, useMemo, useState } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { textScale } from "../../../ui/text-scale.ts";
import { useLateFlag } from "../../../ui/loading/use-late-flag.ts";
import { contentsOf, type ViewContents } from "../../../grid/day-contents.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { GridSkeleton } from "./grid-skeleton.tsx";
import { TimeGrid } from "./time-grid.tsx";
import type { GridColumns, TimeGridProps } from "./time-grid-props.ts";

/** One day in columns, and the handling of drops and new events in them. */
export interface BodyColumns extends GridColumns, Pick<TimeGridProps, "onSelect" | "onDrop"> {
  readonly contents: ViewContents;
}

interface ViewBodyProps {
  readonly page: CalendarPageState;
  readonly isPhone: boolean;
  readonly columns?: BodyColumns;
}

/** the height of an hour by density, px at the usual size of text; on a phone it is `PHONE_MORE` larger, in a tall window by as much as the night would fill */
const hourHeights: Readonly<Record<string, number>> = { compact: 40, roomy: 64 };
const HOUR_HEIGHT = 52;
const PHONE_MORE = 8;
/** Above the hours stand about so many px; from the first working hour on a day has about so many hours. */
const ABOVE = 140;
const HOURS_AHEAD = 17;

function hourHeightIn(density: string, isPhone: boolean): number {
  const usual = Math.max(HOUR_HEIGHT, Math.floor((innerHeight - ABOVE) / HOURS_AHEAD));
  return ((hourHeights[density] ?? usual) + (isPhone ? PHONE_MORE : 0)) * textScale();
}

/** The hours of a day or week with what takes place in them. */
export function ViewBody({ page, isPhone, columns }: ViewBodyProps) {
  const { account, itemActions } = page;
  const { drawn, isTurning, hurry } = useDrawn(page, columns !== undefined);
  const { shown } = drawn;
  // The columns show the same day, so the day stands once for each.
  const days = columns ? columns.names.flatMap(() => drawn.days) : drawn.days;
  const zone = useViewerZone();
  const { secondTimeZone, density } = account.preferences;
  const contents = useMemo(
    () => columns?.contents ?? contentsOf(shown.occurrences, drawn.days, zone),
    [columns, shown.occurrences, drawn.days, zone],
  );
  const isEmpty = shown.occurrences.length === 0;
  const isLate = useLateFlag(!shown.isComplete && isEmpty, 150);
  return (
    <TimeGrid
      days={days}
      contents={contents}
      hourHeight={hourHeightIn(density ?? "", isPhone)}
      address={account.email}
      saysHowSoon={account.preferences.showHowSoon !== false}
      selectedKey={itemActions.selectedKey}
      unsaved={itemActions.unsaved}
      isPhone={isPhone}
      workingWeek={page.workingWeek}
      secondZone={isPhone || !secondTimeZone ? null : (ianaZone(secondTimeZone) ?? null)}
      onOpen={itemActions.open}
      columns={columns}
      onSelect={columns?.onSelect ?? ((span, element) => itemActions.name(span, element))}
      onDrop={columns?.onDrop ?? itemActions.move}
      onDropTask={itemActions.moveTask}
      onTurn={(direction) => {
        hurry();
        page.step(direction);
      }}
      isTurning={isTurning}
      onOpenDay={(day) => page.goTo(day, "day")}
      placeholder={isLate && isEmpty ? <GridSkeleton columns={days.length} /> : null}
    />
  );
}

/**
 * Returns the days to draw and their contents. When the person turns to other days, the days on screen stay until the
 * others have been prepared between frames. A change in the same days is drawn at once. So are new days while the person
 * holds an event, which they carry on over those days.
 */
function useDrawn({ days, shown }: CalendarPageState, isColumns: boolean) {
  const now = useMemo(() => ({ days, shown }), [days, shown]);
  const ready = useDeferredValue(now);
  const [isHurried, setHurried] = useState(false);
  const isTurning = ready.days !== days && !isColumns && !isHurried;
  if (isHurried && ready.days === days) setHurried(false);
  return { drawn: isTurning ? ready : now, isTurning, hurry: () => setHurried(true) };
}
