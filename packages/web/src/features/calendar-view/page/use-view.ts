import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useAtNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import {
  addressOf,
  countOf,
  readAddress,
  stepView,
  type View,
  type ViewKind,
} from "../../../grid/view-address.ts";

const STORED = "snart.view";

/** Returns the visible part of time, which the address holds. `fitted` adapts it to the screen. */
export function useView(startsWith: ViewKind, fitted: (view: View) => View) {
  const zone = useViewerZone();
  const today = useAtNow((now) => startOfDay(zone.toLocal(now))) as Local;
  const [path, navigate] = useLocation();
  const addressed = readAddress(path, today);
  const chosen: View = addressed ?? lastView(today) ?? { kind: startsWith, date: today };
  const view = fitted(chosen);
  const kept = addressOf({ ...chosen, date: today }).replace(/\/[^/]*\d{4}.*$/, "");
  // A search and what can be booked have no other days to go to here, and are not what a day begins with.
  const isApart = view.kind === "search" || view.kind === "bookables";
  const go = (next: View): void => {
    if (!isApart || next.kind !== view.kind) navigate(addressOf(next));
  };
  useEffect(() => {
    if (isApart) return;
    try {
      localStorage.setItem(STORED, kept);
    } catch {
      // Without storage the view is remembered by the address alone.
    }
  }, [kept, isApart]);
  /** changes the kind of the view; a number of days or weeks stays the same */
  const of = (kind: ViewKind, count = kind === view.kind ? view.count : undefined): Omit<View, "date"> =>
    kind === "days" || kind === "weeks"
      ? { kind, count: countOf({ kind, ...(count && { count }) }) }
      : { kind };
  return {
    view,
    today,
    goToday: () => go({ ...view, date: today }),
    goTo: (date: Local, kind: ViewKind = view.kind) => go({ ...of(kind), date: startOfDay(date) }),
    step: (periods: number) => go(stepView(view, periods)),
    show: (kind: ViewKind, date: Local = view.date, count?: number) => go({ ...of(kind, count), date }),
    /** records the scroll position, without an entry in the browser's history */
    record: (date: Local) => navigate(addressOf({ ...view, date }), { replace: true }),
  };
}

/** The last view, as an address without a date: "/week", "/days/4". */
function lastView(today: Local): View | undefined {
  try {
    const stored = localStorage.getItem(STORED) ?? "";
    return readAddress(`/${stored.replace("/", "")}`, today);
  } catch {
    return undefined;
  }
}
