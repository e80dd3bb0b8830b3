import type { Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import type { useView } from "./use-view.ts";
import { firstOf, isWide, type View, type ViewKind } from "../../../grid/view-address.ts";

/**
 * Holds the current day in a view of many days, and the scroll position. Every deliberate step counts as a jump, so that
 * a scrolling view can distinguish it from its own report.
 */
export function usePlace(navigation: ReturnType<typeof useView>, view: View) {
  const [picked, setPicked] = useState<Local | null>(null);
  const [passing, setPassing] = useState<Local | null>(null);
  const [jumps, setJumps] = useState(0);
  const day = isWide(view.kind) && picked !== null ? picked : view.date;
  const jump = (to: Local | null): void => {
    setPicked(to);
    setPassing(null);
    setJumps(jumps + 1);
  };
  return {
    /** the current day */
    day,
    /** whether the person chose the day; else it is today or the first day */
    isPicked: picked !== null && day === picked,
    /** a visible day, also while scrolling */
    onScreen: passing ?? view.date,
    jumps,
    pick: setPicked,
    /** reports the month or week that scrolls past: the title follows at once, the address when scrolling ends */
    pass: (first: Local): void => setPassing(first === firstOf(view) ? null : first),
    rest: (first: Local): void => {
      setPassing(null);
      if (first !== firstOf(view)) navigation.record(first);
    },
    goToday: (): void => {
      jump(null);
      navigation.goToday();
    },
    goTo: (date: Local, kind?: ViewKind): void => {
      jump(date);
      navigation.goTo(date, kind);
    },
    step: (periods: number): void => {
      jump(null);
      navigation.step(periods);
    },
    show: (kind: ViewKind, count?: number): void => {
      jump(null);
      navigation.show(kind, day, count);
    },
  };
}
