import { useLayoutEffect, useState } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { CalendarProvider } from "../../store/calendar-context.tsx";
import { useAccount } from "../../store/session.ts";
import { forgetTextWidths } from "../../ui/measure-text.ts";
import { CalendarPage } from "./components/calendar-page.tsx";

/** The calendar of whoever is signed in. */
export function CalendarScreen() {
  const zone = useViewerZone();
  const account = useAccount();
  const hasFonts = useFonts();
  if (!account) return null;
  return (
    <CalendarProvider key={`${account.id} ${zone.id}`} timeZone={zone.id}>
      <CalendarPage account={account} key={String(hasFonts)} />
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
