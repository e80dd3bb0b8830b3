import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { idOfKey } from "../../store/entries.ts";
import type { CalendarEntry } from "../../store/entries.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { useAccount } from "../../store/session.ts";
import { timePatch } from "../../store/span.ts";
import type { Span } from "../../store/span.ts";
import { addToast } from "../../ui/toasts.ts";
import { calendarForNew, calendarMove, copyOf, newEventKey, scopesOf } from "./changes-of-event.ts";
import { draftOf, eventOfDraft, newDraft, patchOfDraft, spanOfDraft } from "./draft.ts";
import type { EventDraft } from "./draft.ts";
import { keepDraft, keptDraft } from "./kept-draft.ts";
import { changesOfPatch, changesOfRemoval } from "./series-change.ts";
import type { Scope } from "./series-change.ts";
import { useEventToasts } from "./use-event-toasts.tsx";

/** What floats beside the grid: an event being read, or a piece of time being named. */
export type Floating =
  | { readonly kind: "reading"; readonly occurrence: ShownOccurrence; readonly anchor: Element }
  | { readonly kind: "naming"; readonly span: Span; readonly anchor: Element };

/** What the side panel edits; `occurrence` is null for a new event. */
export interface Editing {
  readonly occurrence: ShownOccurrence | null;
  /** what the fields held at first */
  readonly before: EventDraft;
  /** what they held when the page was left, if it was */
  readonly kept: EventDraft | null;
}

/** A question that must be answered before a series is changed. */
export interface Asking {
  readonly kind: "change" | "delete";
  readonly occurrence: ShownOccurrence;
  readonly patch: PatchObject;
  readonly scopes: readonly Scope[];
  readonly answer: (scope: Scope) => void;
}

/** What can be done with events, and what is being done at present. */
export function useEventDesk() {
  const t = useMessages();
  const store = useCalendarStore();
  const { calendars } = useCalendarSnapshot();
  const preferences = useAccount()?.preferences;
  const zone = useViewerZone();
  const { tell, undo } = useEventToasts();
  const [floating, setFloating] = useState<Floating | null>(null);
  const [editing, setEditing] = useState<Editing | null>(keptNewEvent);
  const [asking, setAsking] = useState<Asking | null>(null);
  const forNew = calendarForNew(calendars, preferences?.defaultCalendarId);

  const stopEditing = (): void => {
    keepDraft(null);
    setEditing(null);
  };
  const mayChange = (calendar: CalendarEntry): boolean => {
    if (!calendar.mayWrite) addToast({ message: t("toast.readOnly", { calendar: calendar.name }) });
    return calendar.mayWrite;
  };
  /** Asks first when a series is involved; everything else is done at once. */
  const decide = (
    kind: Asking["kind"],
    occurrence: ShownOccurrence,
    patch: PatchObject,
    answer: (scope: Scope) => void,
  ): void => {
    const scopes = scopesOf(occurrence, patch);
    if (scopes.length === 1) return answer(scopes[0] ?? "all");
    setFloating(null);
    setAsking({ kind, occurrence, patch, scopes, answer });
  };
  const change = (occurrence: ShownOccurrence, patch: PatchObject, span?: Span): void => {
    if (Object.keys(patch).length === 0) return stopEditing();
    decide("change", occurrence, patch, (scope) => {
      const changes = changesOfPatch(occurrence, patch, scope, crypto.randomUUID());
      if (!changes.ok) return void addToast({ message: t("toast.impossible") });
      const title = occurrence.event.title ?? "";
      tell(store.perform(title, changes.value), span ? "toast.moved" : "toast.changed", title, span);
      if (!span) stopEditing();
    });
  };
  const copy = (occurrence: ShownOccurrence, span: Span): void => {
    const target = occurrence.calendar.mayWrite ? occurrence.calendar : forNew;
    if (!target) return;
    const title = occurrence.event.title ?? "";
    tell(
      store.perform(title, [copyOf(occurrence, span, crypto.randomUUID(), target, zone)]),
      "toast.copied",
      title,
      span,
    );
  };

  return {
    floating,
    editing,
    asking,
    undo,
    stopEditing,
    calendarForNew: forNew,
    /** the event that a popover or the editor is about */
    selectedKey: floating?.kind === "reading" ? floating.occurrence.key : (editing?.occurrence?.key ?? null),
    open: (occurrence: ShownOccurrence, anchor: Element): void =>
      setFloating({ kind: "reading", occurrence, anchor }),
    name: (span: Span, anchor: Element): void => {
      if (forNew) setFloating({ kind: "naming", span, anchor });
    },
    close: (): void => setFloating(null),
    edit: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      if (mayChange(occurrence.calendar))
        setEditing({ occurrence, before: draftOf(occurrence, zone), kept: null });
    },
    editNew: (span: Span, title = ""): void => {
      setFloating(null);
      if (forNew)
        setEditing({ occurrence: null, before: newDraft(span, forNew.key, zone, title), kept: null });
    },
    /** goes on with what was being edited when the page was left, if its event is among these */
    resume: (occurrences: readonly ShownOccurrence[]): void => {
      const kept = editing ? null : keptDraft();
      const occurrence = kept && occurrences.find((it) => it.key === kept.key);
      if (kept && occurrence) setEditing({ occurrence, before: draftOf(occurrence, zone), kept: kept.draft });
    },
    create: (draft: EventDraft): void => {
      const uid = crypto.randomUUID();
      const event = {
        ...eventOfDraft(draft, uid, zone),
        calendarIds: { [idOfKey(draft.calendarKey)]: true },
      };
      const change_ = { kind: "create", key: newEventKey(draft.calendarKey, uid), event } as const;
      tell(store.perform(draft.title, [change_]), "toast.created", draft.title, spanOfDraft(draft, zone));
      setFloating(null);
      stopEditing();
    },
    save: ({ occurrence, before }: Editing, draft: EventDraft): void => {
      if (!occurrence) return;
      const patch = patchOfDraft(occurrence, before, draft, zone);
      if (draft.calendarKey === before.calendarKey) return change(occurrence, patch);
      const title = occurrence.event.title ?? "";
      tell(
        store.perform(title, calendarMove(occurrence, patch, draft.calendarKey, crypto.randomUUID())),
        "toast.changed",
        title,
      );
      stopEditing();
    },
    move: (occurrence: ShownOccurrence, span: Span, copies: boolean): void => {
      if (copies) return copy(occurrence, span);
      const { start, end, allDay } = occurrence;
      const patch = timePatch(occurrence.event, { start, end, allDay }, span, zone);
      if (Object.keys(patch).length > 0 && mayChange(occurrence.calendar)) change(occurrence, patch, span);
    },
    copy: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      copy(occurrence, { start: occurrence.start, end: occurrence.end, allDay: occurrence.allDay });
    },
    remove: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      if (!mayChange(occurrence.calendar)) return;
      decide("delete", occurrence, {}, (scope) => {
        const changes = changesOfRemoval(occurrence, scope);
        if (!changes.ok) return void addToast({ message: t("toast.impossible") });
        const title = occurrence.event.title ?? "";
        tell(store.perform(title, changes.value), "toast.deleted", title);
        stopEditing();
      });
    },
    answer: (
      occurrence: ShownOccurrence,
      guestId: string,
      status: "accepted" | "tentative" | "declined",
    ): void => {
      setFloating(null);
      change(occurrence, { [`participants/${guestId}/participationStatus`]: status });
    },
    answerQuestion: (scope: Scope | null): void => {
      setAsking(null);
      if (scope && asking) asking.answer(scope);
    },
    tryAgain: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      store.retryEvent(occurrence.entry.key);
    },
    dismissProblem: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      store.dismissProblem(occurrence.entry.key);
    },
  };
}

export type EventDesk = ReturnType<typeof useEventDesk>;

/** An hour from the next full one. */
export const nextHour = (now: number): Span => {
  const start = Math.ceil(now / HOUR) * HOUR;
  return { start, end: start + HOUR, allDay: false };
};

/** A new event that was being written when the page was left. */
function keptNewEvent(): Editing | null {
  const kept = keptDraft();
  return kept?.key === null ? { occurrence: null, before: kept.draft, kept: kept.draft } : null;
}
