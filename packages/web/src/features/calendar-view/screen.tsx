import { useLayoutEffect, useState } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { CalendarProvider } from "../../store/calendar-context.tsx";
import { useAccount } from "../../store/session.ts";
import { forgetTextWidths } from "../../ui/measure-text.ts";
import { ChangesUnderWay } from "../changes/screen.tsx";
import { usePrintKey } from "../print/model.ts";
import { CalendarPage } from "./components/calendar-page.tsx";
import type { WideViews } from "./components/page-props.ts";

/** The calendar of whoever is signed in. */
export function CalendarScreen({ views }: { readonly views: WideViews }) {
  const zone = useViewerZone();
  const account = useAccount();
  const hasFonts = useFonts();
  usePrintKey();
  if (!account) return null;
  return (
    <CalendarProvider key={`${account.id} ${zone.id}`} accountId={account.id} timeZone={zone.id}>
      <CalendarPage account={account} views={views} key={String(hasFonts)} />
      <ChangesUnderWay />
    </CalendarProvider>
  );
}

/** True once the fonts are here: words measured before are measured again. */
function useFonts(): boolean {
  const [ready, setReady] = useState(() => document.fonts.status === "loaded");
  useLayoutEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => {
      forgetTextWidths();
      if (!isGone) setReady(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return ready;
}

export { fetchFrame } from "./components/calendar-page.tsx";
export { LaneBar } from "./components/grid/lane-bar.tsx";
export { SpanTip } from "./components/grid/span-tip.tsx";
export { TimeCursor } from "./components/grid/time-cursor.tsx";
export { useGridDrag } from "./components/grid/use-grid-drag.ts";
export { useKeyPick } from "./components/use-key-pick.ts";
export { focusEvent } from "./components/grid/use-roving-event.ts";
export { eventLook } from "./components/grid/event-look.ts";
export { eventDescription, eventName, titleOf } from "./event-words.ts";
export { isRedDay, namedDays } from "./red-days.ts";
export { useAlmanac } from "./use-almanac.ts";
export { useOccurrences } from "./use-occurrences.ts";
export type { Almanac } from "./red-days.ts";
export { countOf, firstOf, startOfMonth } from "./view-address.ts";
export type { View } from "./view-address.ts";
export type { WideViewProps, WideViews } from "./components/page-props.ts";
export type { Grip, GridPoint } from "./drag.ts";
