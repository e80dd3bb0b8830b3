import { startOfDay } from "@snart/calendar/time/local.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";
import { fetchCalendars } from "../../../api/items/calendar-api.ts";
import { jmap } from "../../../api/jmap-client.ts";
import { fetchItemsById } from "../../../api/items/write-items.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { entryKey, isTask, type EventEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { CalendarSnapshot } from "../../../store/sync/snapshot.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { addressOf } from "../../../grid/view-address.ts";
import { foundEntry } from "../../../store/items/found-events.ts";
import { linkedOccurrence, linkTarget } from "./linked-occurrence.ts";

export interface OpenLinkedProps {
  readonly id: string;
  readonly page: CalendarPageState;
  readonly onDone: () => void;
}

/** none: it is missing or this person may not see it, which look the same; away: the server could not be reached */
type Outcome = EventEntry | "none" | "away";

/** Turns to the day of a linked event, and opens the event when it is drawn there. */
export function OpenLinked({ id, page, onDone }: OpenLinkedProps) {
  const zone = useViewerZone();
  const [, navigate] = useLocation();
  const isSmall = useMedia("(width < 48rem)");
  const snapshot = useCalendarSnapshot();
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<"none" | "away" | null>(null);
  const [target, setTarget] = useState<ShownOccurrence | null>(null);
  const [found, setFound] = useState<EventEntry | null>(null);
  const take = useEffectEvent((outcome: Outcome): void => {
    if (typeof outcome === "string") setFailure(outcome);
    else setFound(outcome);
  });
  const go = useEffectEvent((): void => {
    if (!found) return;
    const { recurrenceId } = linkTarget(id);
    if (isTask(found.event)) {
      navigate("/tasks", { replace: true });
      page.openTask({ entryKey: found.key, recurrenceId });
      return onDone();
    }
    const where = { calendars: snapshot.calendars, now: clockNow(), zone };
    const occurrence = linkedOccurrence(found, recurrenceId, where);
    if (!occurrence) return setFailure("none");
    const date = startOfDay(zone.toLocal(occurrence.start));
    const view = isSmall ? ({ kind: "day", date } as const) : ({ kind: "week", date } as const);
    navigate(addressOf(view), { replace: true });
    setTarget(occurrence);
  });
  const find = useEffectEvent(() => findLinked(linkTarget(id).id, snapshot));
  const isReady = snapshot.phase === "ready";
  useEffect(() => {
    if (!isReady) return;
    let isWanted = true;
    void find().then((outcome) => isWanted && take(outcome));
    return () => {
      isWanted = false;
    };
  }, [isReady, round]);
  // A copy from before the calendars were fetched has none yet.
  const hasCalendar = found !== null && snapshot.calendars.some(({ key }) => key === found.calendarKey);
  useEffect(() => {
    if (hasCalendar) queueMicrotask(() => go());
  }, [hasCalendar]);
  useOpenWhenDrawn(target, page, onDone);
  if (failure === null) return null;
  const close = (): void => {
    navigate("/", { replace: true });
    onDone();
  };
  const again = (): void => {
    setFailure(null);
    setRound(round + 1);
  };
  return <NotOpened failure={failure} onAgain={again} onClose={close} />;
}

function NotOpened({
  failure,
  onAgain,
  onClose,
}: {
  readonly failure: "none" | "away";
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const t = useMessages();
  return (
    <Dialog
      title={t("eventLink.notOpened")}
      isOpen
      onClose={onClose}
      footer={
        <>
          {failure === "away" ? (
            <Button size={36} onClick={onAgain}>
              {t("event.tryAgain")}
            </Button>
          ) : null}
          <Button look="primary" size={36} onClick={onClose}>
            {t("eventLink.toCalendar")}
          </Button>
        </>
      }
    >
      <p>{t(failure === "none" ? "eventLink.none" : "error.unreachable")}</p>
    </Dialog>
  );
}

/** Looks for the event in the local copy, else in every account in reach. */
async function findLinked(id: string, { calendars, events, tasks }: CalendarSnapshot): Promise<Outcome> {
  for (const { accountId } of calendars) {
    const key = entryKey(accountId, id);
    const known = events.get(key) ?? tasks.get(key);
    if (known) return known;
  }
  const session = await jmap.session();
  if (!session.ok) return "away";
  let isAway = false;
  const asked = session.value.accounts.map(async ({ id: accountId }) => ({
    accountId,
    answer: await fetchItemsById(accountId, [id]),
  }));
  for (const { accountId, answer } of await Promise.all(asked)) {
    const [found] = answer.ok ? answer.value : [];
    if (found) return inSight(foundEntry(accountId, found));
    isAway ||= !answer.ok && answer.problem.kind !== "refused";
  }
  return isAway ? "away" : "none";
}

/** Asks the server whether the person has left the event's calendar, whose events are not shown. */
async function inSight(entry: EventEntry): Promise<Outcome> {
  const calendars = await fetchCalendars(entry.accountId);
  if (!calendars.ok) return "away";
  const isLeft = calendars.value.list.some(
    ({ id, isSubscribed }) => !isSubscribed && entryKey(entry.accountId, id) === entry.calendarKey,
  );
  return isLeft ? "none" : entry;
}

/** Opens the event beside its own block, or beside the calendar if the block is hidden or has no room. */
function useOpenWhenDrawn(
  target: ShownOccurrence | null,
  { shown, itemActions }: CalendarPageState,
  onDone: () => void,
): void {
  const drawn = target && shown.occurrences.find(({ key }) => key === target.key);
  const isDrawn = target !== null && (drawn !== undefined || shown.isComplete);
  const open = useEffectEvent(() => {
    const occurrence = drawn ?? target;
    const calendar = document.getElementById("calendar");
    if (!occurrence || !calendar) return;
    const block = calendar.querySelector<HTMLElement>(`[data-event="${CSS.escape(occurrence.key)}"]`);
    block?.scrollIntoView({ block: "center", behavior: "auto" });
    // The focus returns here when the event is closed.
    block?.focus({ preventScroll: true });
    itemActions.open(occurrence, block ?? calendar);
    onDone();
  });
  useEffect(() => {
    if (!isDrawn) return;
    // The view scrolls to the hours of the day after it has been drawn.
    let frame = requestAnimationFrame(function look() {
      const isTurning = document.querySelector("#calendar [data-turning]") !== null;
      frame = requestAnimationFrame(isTurning ? look : () => open());
    });
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);
}
