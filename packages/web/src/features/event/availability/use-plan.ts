import { readWorkingWeek, USUAL_WEEK } from "@snart/calendar/time/working-hours.ts";
import { useState } from "react";
import { useAccount } from "../../../store/session.ts";
import type { Span } from "../../../store/items/span.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { endProblem, spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { atTime, busyWindow, freeRows, stripWindow, type AtTime, type FreeRow } from "./free-rows.ts";
import { useFreeBusy } from "./use-free-busy.ts";
import { usePeople } from "./use-people.ts";

/** The availability of an event's participants while it is being written. */
export interface Plan {
  readonly span: Span;
  /** the visible part of the day */
  readonly window: { readonly from: number; readonly to: number };
  readonly rows: readonly FreeRow[];
  /** the availability at the chosen time; null until anything is known */
  readonly state: AtTime | null;
  readonly isFailed: boolean;
}

/**
 * Returns the people of the server, and an event's plan: null without guests, for whole days, or for an invalid time.
 * @param hasRoom it has a room, which is planned for without a guest too
 */
export function usePlan(draft: EventDraft, uid: string | null, hasRoom = false) {
  const viewer = useViewerZone();
  const account = useAccount();
  const listed = usePeople(account?.id);
  const people = listed ?? [];
  const guests = draft.guests ?? [];
  const span = spanOfDraft(draft, viewer);
  const isPlanned = (guests.length > 0 || hasRoom) && !draft.allDay && endProblem(draft) === null;
  const ids = people
    .filter(({ email }) => guests.some(({ address }) => address === email))
    .map(({ id }) => id);
  const asked = busyWindow(span, viewer);
  const { known, isFailed, isWhole } = useFreeBusy({
    accountId: account?.id,
    ids: isPlanned && account && listed ? [account.id, ...ids] : [],
    ...asked,
    exceptUid: uid,
  });
  const window = useStripWindow(span);
  const viewerId = account?.id ?? "";
  const hours = readWorkingWeek(account?.preferences.workingHours ?? "") ?? USUAL_WEEK;
  const rows = freeRows({ guests, people, known: known ?? new Map(), viewerId, viewer, hours });
  // Whoever has just been added is not known to share nothing.
  const state = known && listed && isWhole ? atTime(rows, span, viewer) : null;
  const plan: Plan | null = isPlanned ? { span, window, rows, state, isFailed } : null;
  return { people, isListed: listed !== null, plan };
}

/** Returns a window that stays while it contains the time: a drag needs fixed surroundings. */
function useStripWindow(span: Span): { readonly from: number; readonly to: number } {
  const viewer = useViewerZone();
  const [window, setWindow] = useState(() => stripWindow(span, viewer));
  const isWithin = window.from <= span.start && span.end <= window.to;
  if (isWithin) return window;
  const next = stripWindow(span, viewer);
  setWindow(next);
  return next;
}
