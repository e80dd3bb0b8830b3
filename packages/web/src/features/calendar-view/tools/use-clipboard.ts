import { DAY } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, timeOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { itemsText } from "../../item-actions/screen.tsx";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { isOccupied } from "./event-under.ts";

/** Copies events and tasks with Ctrl C, and inserts them with Ctrl V at the time cursor, else on the current day. */
export function useClipboard(
  page: CalendarPageState,
  eventsAt: (target: EventTarget | null) => readonly ShownOccurrence[],
) {
  const t = useMessages();
  const zone = useViewerZone();
  const [taken, setTaken] = useState<readonly ShownOccurrence[]>([]);
  const take = (occurrences: readonly ShownOccurrence[]): void => {
    setTaken(occurrences);
    const [only] = occurrences;
    const title = isolated(only?.event.title?.trim() ?? "") || t("event.untitled");
    addToast({
      message:
        occurrences.length === 1
          ? t("tools.taken", { title })
          : t("tools.takenMany", { title: itemsText(occurrences, t) }),
    });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (isTyping || isOccupiedByOther()) return;
    const key = event.key.toLowerCase();
    if (key === "c" && (getSelection()?.isCollapsed ?? true)) {
      const occurrences = eventsAt(event.target);
      if (occurrences.length === 0) return;
      event.preventDefault();
      take(occurrences);
    } else if (key === "v" && taken.length > 0) {
      event.preventDefault();
      const first = taken.toSorted((a, b) => a.start - b.start)[0];
      if (first) page.itemActions.paste(taken, pasteAt(first, page, zone));
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener, true);
    return () => removeEventListener("keydown", listener, true);
  }, []);
  return take;
}

/** Returns whether something holds the page. The time cursor, also drawn like a held event, does not: events go there. */
const isOccupiedByOther = (): boolean => cursorAt() === undefined && isOccupied();

function cursorAt(): number | undefined {
  const at = document.querySelector<HTMLElement>("[data-time-cursor]")?.dataset["at"];
  return at === undefined ? undefined : Number(at);
}

/** Returns the start of a pasted event: the time cursor, else its own time on the current day. */
function pasteAt(first: ShownOccurrence, { day }: CalendarPageState, zone: Zone): number {
  const at = cursorAt();
  if (at !== undefined && !first.allDay) return at;
  const focused = document.activeElement?.closest<HTMLElement>("[data-day]")?.dataset["day"];
  const on =
    at !== undefined
      ? startOfDay(zone.toLocal(at))
      : focused === undefined
        ? startOfDay(day)
        : asLocal(Number(focused) * DAY);
  return zone.toInstant(asLocal(addDays(on, 0) + timeOfDay(zone.toLocal(first.start))));
}
