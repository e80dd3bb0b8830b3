import { startOfDay } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useAtNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { addressOf, readAddress, stepView } from "./view-address.ts";
import type { View, ViewKind } from "./view-address.ts";

const STORED = "snart.view";
const kinds: readonly ViewKind[] = ["day", "week", "month", "year", "soon"];

/** What part of time is on screen, kept in the address. */
export function useView(startsWith: ViewKind) {
  const zone = useViewerZone();
  const today = useAtNow((now) => startOfDay(zone.toLocal(now))) as Local;
  const [path, navigate] = useLocation();
  const addressed = readAddress(path, today);
  const view: View = addressed ?? { kind: lastKind() ?? startsWith, date: today };
  const go = (next: View): void => navigate(addressOf(next));
  useEffect(() => {
    try {
      localStorage.setItem(STORED, view.kind);
    } catch {
      // Without storage the view is remembered by the address alone.
    }
  }, [view.kind]);
  return {
    view,
    today,
    goToday: () => go({ ...view, date: today }),
    goTo: (date: Local, kind: ViewKind = view.kind) => go({ kind, date: startOfDay(date) }),
    step: (periods: number) => go(stepView(view, periods)),
    show: (kind: ViewKind, date: Local = view.date) => go({ kind, date }),
    /** says where one has scrolled to, without a step to go back to */
    settle: (date: Local) => navigate(addressOf({ ...view, date }), { replace: true }),
  };
}

function lastKind(): ViewKind | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return kinds.find((kind) => kind === stored);
  } catch {
    return undefined;
  }
}
