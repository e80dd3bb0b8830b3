import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { readWorkingWeek, USUAL_WEEK } from "@snart/calendar/time/working-hours.ts";
import { useDeferredValue, useId, useMemo, useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import type { Span } from "../../../store/items/span.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { nextHour, useItemActions } from "../../event/screen.tsx";
import { RAIL_DAYS } from "../../soon-rail/screen.tsx";
import { useActionsWithTasks, type TaskRef } from "../../tasks/screen.tsx";
import { isRedDay } from "../../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import { busyDaysOf, useOccurrences } from "../../../grid/use-occurrences.ts";
import { usePlace } from "./use-place.ts";
import { useDays } from "./use-days.ts";
import { useView } from "./use-view.ts";
import { countOf, isWide, type View } from "../../../grid/view-address.ts";

/** The layer above the page; a new event's layer holds the first words of its line. */
type PageDialog = "search" | "keys" | "add" | { readonly words: string };

const SOON_DAYS = 60;
/** When a new event begins on a day that is not today. */
const MORNING = 9 * HOUR;

/** Everything that the calendar shows, in any frame. */
export function useCalendarPage(account: Account, isPhone: boolean) {
  const zone = useViewerZone();
  const titleId = useId();
  const isSmall = useMedia("(width < 48rem)");
  // Whose calendar is empty sees the almanac's days and where to begin, and no empty week.
  const isNew = account.preferences.firstSteps?.includes("import");
  const navigation = useView(isPhone || isNew ? "soon" : "week", (chosen) =>
    fitted(chosen, isPhone, isSmall),
  );
  const { today, view } = navigation;
  const { kind } = view;
  const place = usePlace(navigation, view);
  const hours = account.preferences.workingHours;
  const workingWeek = useMemo(() => (hours ? readWorkingWeek(hours) : undefined) ?? USUAL_WEEK, [hours]);
  const { days, setRoom } = useDays(view, workingWeek);
  const first = dayOf(days[0] ?? today);
  // A view of more than a week fetches by itself the days that it scrolls past.
  const shown = useOccurrences(first, isWide(kind) ? first : first + days.length);
  const soon = useOccurrences(dayOf(today), dayOf(today) + (view.kind === "soon" ? SOON_DAYS : RAIL_DAYS));
  const [month, setMonth] = useState({ from: first, to: first + 1 });
  // The busy days of the mini-month may come after the view's contents.
  const told = useDeferredValue(month);
  const inMonth = useOccurrences(told.from, told.to);
  const busyDays = useMemo(() => busyDaysOf(inMonth.occurrences, zone), [inMonth.occurrences, zone]);
  const { calendars, phase, problem } = useCalendarSnapshot();
  const store = useCalendarStore();
  const [task, openTask] = useState<TaskRef | null>(null);
  const itemActions = useActionsWithTasks(useItemActions(), openTask);
  const [dialog, setDialog] = useState<PageDialog | null>(null);
  const almanac = useAlmanac();
  const [showMonth] = useState(() => (from: number, to: number) => setMonth({ from, to }));
  /** Returns the default time of a new event. */
  const spanForNew = (): Span => {
    const isElsewhere = (view.kind === "day" || isWide(view.kind)) && place.day !== today;
    return nextHour(isElsewhere ? zone.toInstant(place.day) + MORNING : clockNow());
  };
  return {
    ...navigation,
    ...place,
    account,
    view,
    days,
    /** reports the width of the view, px */
    setRoom,
    workingWeek,
    shown,
    soon,
    busyDays,
    calendars,
    itemActions,
    task,
    openTask,
    titleId,
    /** whether nothing could be fetched at all */
    hasFailed: phase === "failed",
    problem,
    retry: (): void => void store.retry(),
    dialog,
    setDialog,
    showMonth,
    isRed: (day: Local): boolean => isRedDay(day, almanac),
    spanForNew,
  };
}

/** Replaces a week, which does not fit on a phone, with its day, or with three days if they are chosen or fit. */
function fitted(view: View, isPhone: boolean, isSmall: boolean): View {
  const isWeek = view.kind === "week" || view.kind === "workweek";
  const { date } = view;
  if (isPhone && view.kind === "weeks") return { kind: "month", date };
  if (!isSmall || (!isWeek && view.kind !== "days")) return view;
  if (isPhone && isWeek) return { kind: "day", date };
  return { kind: "days", date, count: isWeek ? 3 : Math.min(countOf(view), 3) };
}

export type CalendarPageState = ReturnType<typeof useCalendarPage>;
