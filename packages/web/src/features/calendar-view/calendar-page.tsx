import { ownPath } from "../../api/place.ts";
import { useEffect, useEffectEvent } from "react";
import type { Account } from "../../api/auth-client.ts";
import { firstPage, page, part } from "../../ui/part.tsx";
import { isPhone, usePhone } from "../../ui/use-media.ts";
import { EventOverlays } from "../event/screen.tsx";
import { usePrintAsked } from "../print/model.ts";
import { QuickAdd } from "../quick-add/screen.tsx";
import { OfflineBanner } from "../shell/screen.tsx";
import { LinkedEvent } from "./linked-event/linked-event.tsx";
import { dayBody, DesktopPage } from "./desktop-page.tsx";
import type { WideViews } from "./model.ts";
import { isList } from "../../grid/view-address.ts";
import { useCalendarPage, type CalendarPageState } from "./page/use-calendar-page.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const phonePage = firstPage(() => import("./phone-page.tsx").then((module) => module.PhonePage));
const keysDialog = part(() => import("../actions/screen.tsx").then((it) => it.KeysDialog));
const printDialog = page(() => import("../print/screen.tsx").then((it) => it.PrintDialog));
const palette = part(() => import("./page-palette.tsx").then((it) => it.PagePalette));
/** The actions on events besides opening and dragging them. */
const eventTools = part(() => import("./tools/event-tools.tsx").then((it) => it.EventTools));

/** Fetches the frame around every view on this screen. */
export async function fetchFrame(): Promise<void> {
  if (isPhone()) await phonePage.fetch();
  else if (ownPath().startsWith("/day/")) await dayBody.fetch();
}

/** Shows the calendar: in its frame on a desktop, with tabs on a phone. */
export function CalendarPage({ account, views }: { readonly account: Account; readonly views: WideViews }) {
  const onPhone = usePhone();
  const page = useCalendarPage(account, onPhone);
  const { itemActions, dialog, setDialog, calendars } = page;
  const words = dialog === "add" ? "" : typeof dialog === "object" ? (dialog?.words ?? null) : null;
  const [isPrinting, stopPrinting] = usePrintAsked();
  useShortcuts(page);
  useKeptDraft(page);
  const banner = <OfflineBanner />;
  return (
    <>
      {onPhone ? (
        <phonePage.Component page={page} views={views} banner={banner} />
      ) : (
        <DesktopPage page={page} views={views} banner={banner} />
      )}
      <EventOverlays itemActions={itemActions} calendars={calendars} address={account.email} />
      {words === null ? null : (
        <QuickAdd
          itemActions={itemActions}
          calendars={calendars}
          words={words}
          otherwise={page.spanForNew()}
          onGoTo={(day) => page.goTo(day, isList(page.view.kind) ? "day" : page.view.kind)}
          onClose={() => setDialog(null)}
        />
      )}
      <LinkedEvent page={page} />
      {dialog === "search" ? <palette.Component page={page} onClose={() => setDialog(null)} /> : null}
      <eventTools.Soon page={page} />
      {dialog === "keys" ? (
        <keysDialog.Component
          isOff={account.preferences.singleKeyShortcuts === false}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {/* The first choice is the visible calendars, so they must be loaded. */}
      {isPrinting && calendars.length > 0 ? (
        <printDialog.Component
          view={page.view.kind}
          day={page.day}
          address={account.email}
          onClose={stopPrinting}
        />
      ) : null}
    </>
  );
}

/** Resumes the draft that was open when the page was left, once its event is here. */
function useKeptDraft({ itemActions, shown }: CalendarPageState): void {
  const resume = useEffectEvent(() => itemActions.resume(shown.occurrences));
  useEffect(() => resume(), [shown.occurrences]);
}
