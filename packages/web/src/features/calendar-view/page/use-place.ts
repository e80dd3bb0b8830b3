import type { Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import type { useView } from "./use-view.ts";
import { firstOf, isWide, type View, type ViewKind } from "../../../grid/view-address.ts";

/**
 * The current day in a view of many days, and the scroll position. Every deliberate step counts as a jump, so that a
 * scrolling view can tell it from its own report.
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
    /** the day that one stands on */
    day,
    /** it was chosen, and is not just today or the first */
    isPicked: picked !== null && day === picked,
    /** a visible day, also while scrolling */
    onScreen: passing ?? view.date,
    jumps,
    pick: setPicked,
    /** a month, or of a view of weeks the first one, scrolls past; the title follows at once, the address when it has come to rest */
    pass: (first: Local): void => setPassing(first === firstOf(view) ? null : first),
    settle: (first: Local): void => {
      setPassing(null);
      if (first !== firstOf(view)) navigation.settle(first);
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
