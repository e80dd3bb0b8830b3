import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { useState } from "react";
import type { Answering } from "../../../store/items/answering.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { Editing } from "../draft/editing.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";
import { keptDraft } from "../draft/kept-draft.ts";
import type { Scope } from "../series/series-change.ts";
import type { ActionContext } from "../../item-actions/model.ts";
import type { ActionToast } from "./event-toasts.tsx";

/** The popover beside the grid: an event being read, or a time span being named. */
type Floating =
  | { readonly kind: "reading"; readonly occurrence: ShownOccurrence; readonly anchor: Element }
  | {
      readonly kind: "naming";
      readonly span: Span;
      readonly anchor: Element;
      /** the event's calendar, if it was chosen with the time */
      readonly calendarKey?: string | undefined;
    };

/** The position of an unsaved event; `occurrence` is null for a new event. */
export interface Preview {
  readonly span: Span;
  readonly occurrence: ShownOccurrence | null;
  /** its name so far; absent without a field for one */
  readonly title?: string | undefined;
}

/** The people whom a change concerns: the guests of the person's own event, or the organizer of another's. */
export type ToTell =
  | { readonly kind: "guests"; readonly count: number }
  | { readonly kind: "arranger"; readonly name: string };

export interface Decision {
  readonly scope: Scope;
  readonly tells: boolean;
}

/** A question before a new event with guests is created. */
export interface Inviting {
  readonly kind: "invite";
  readonly title: string;
  /** the number of guests */
  readonly count: number;
  readonly guests: readonly DraftGuest[];
  readonly answer: (decision: Decision) => void;
}

/** A question before a series, or an event with other participants, is changed. */
export interface Asking {
  readonly kind: "change" | "delete" | "delegate";
  readonly occurrence: ShownOccurrence;
  readonly patch: PatchObject;
  readonly scopes: readonly Scope[];
  /** null: there is nobody to notify, or nothing that concerns them */
  readonly toTell: ToTell | null;
  readonly answer: (decision: Decision) => void;
}

/** What a guest does about an invitation besides answering it, and for whom. */
export interface Responding {
  readonly kind: "propose" | "delegate";
  readonly occurrence: ShownOccurrence;
  readonly answering: Answering;
}

/** The present state of working on events. */
export function useActionsState() {
  const [floating, setFloating] = useState<Floating | null>(null);
  const [editing, setEditing] = useState<Editing | null>(keptNewEvent);
  const [asking, setAsking] = useState<Asking | Inviting | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [responding, setResponding] = useState<Responding | null>(null);
  return {
    floating,
    setFloating,
    editing,
    setEditing,
    asking,
    setAsking,
    responding,
    setResponding,
    preview,
    setPreview,
  };
}

/** The context of the event actions. */
export interface ActionsBase extends ActionContext, ReturnType<typeof useActionsState> {
  /** whether a former event has been deleted, by anybody */
  readonly isGone: (key: string) => boolean;
  /** the viewer's own e-mail address */
  readonly address: string;
  /** the calendar for new events; undefined if none is writable */
  readonly forNew: CalendarEntry | undefined;
}

/** The context of actions that change something: they report what they did, and offer to undo it. */
export interface ActionsContext extends ActionsBase {
  readonly tell: (actionId: string, key: ActionToast, title: string, span?: Span, calendar?: string) => void;
}

/** A new event that was being written when the page was left. */
function keptNewEvent(): Editing | null {
  const kept = keptDraft();
  return kept?.key === null ? { occurrence: null, before: kept.draft, kept: kept.draft } : null;
}
