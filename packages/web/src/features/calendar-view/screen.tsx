import { ownPath } from "../../api/place.ts";
import { useLayoutEffect, useState } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { CalendarProvider } from "../../store/calendar-context.tsx";
import { useAccount } from "../../store/session.ts";
import { forgetTextWidths } from "../../ui/measure-text.ts";
import { ChangesUnderWay } from "../changes/screen.tsx";
import { usePrintKey } from "../print/model.ts";
import { CalendarPage } from "./calendar-page.tsx";
import type { WideViews } from "./model.ts";

/** The calendar of the signed-in person. */
export function CalendarScreen({ views }: { readonly views: WideViews }) {
  const zone = useViewerZone();
  const account = useAccount();
  const hasFonts = useFonts();
  // What can be booked measures no words: what was opened there stays open.
  const [isApart] = useState(() => ownPath().startsWith("/bookables"));
  usePrintKey();
  if (!account) return null;
  return (
    <CalendarProvider key={`${account.id} ${zone.id}`} accountId={account.id} timeZone={zone.id}>
      <CalendarPage account={account} views={views} key={String(hasFonts || isApart)} />
      <ChangesUnderWay />
    </CalendarProvider>
  );
}

/** Returns whether the fonts are loaded: words measured before that must be measured again. */
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

export { fetchFrame } from "./calendar-page.tsx";
