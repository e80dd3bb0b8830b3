import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { useState } from "react";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { EventDraft } from "../draft/draft.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";
import { keptDraft } from "../draft/kept-draft.ts";
import type { Scope } from "../series/series-change.ts";
import type { ActionContext } from "../../item-actions/model.tsx";
import type { ActionToast } from "./event-toasts.tsx";

/** What floats beside the grid: an event being read, or a piece of time being named. */
export type Floating =
  | { readonly kind: "reading"; readonly occurrence: ShownOccurrence; readonly anchor: Element }
  | {
      readonly kind: "naming";
      readonly span: Span;
      readonly anchor: Element;
      /** where it is to go, if that was said with the time */
      readonly calendarKey?: string | undefined;
    };

/** What the side panel edits; `occurrence` is null for a new event. */
export interface Editing {
  readonly occurrence: ShownOccurrence | null;
  /** what the fields held at first */
  readonly before: EventDraft;
  /** what they held when the page was left, if it was */
  readonly kept: EventDraft | null;
}

/** Where something lies that is not saved yet; `occurrence` is null for a new event. */
export interface Preview {
  readonly span: Span;
  readonly occurrence: ShownOccurrence | null;
  /** what is written as its name so far; missing where there is nothing to write it in */
  readonly title?: string | undefined;
}

/** Who would hear of a change: the guests of one's own event, or whoever has arranged it. */
export type ToTell =
  | { readonly kind: "guests"; readonly count: number }
  | { readonly kind: "arranger"; readonly name: string };

export interface Decision {
  readonly scope: Scope;
  readonly tells: boolean;
}

/** A question that must be answered before a new event is made that others are asked to. */
export interface Inviting {
  readonly kind: "invite";
  readonly title: string;
  /** how many */
  readonly count: number;
  readonly guests: readonly DraftGuest[];
  readonly answer: (decision: Decision) => void;
}

/** A question that must be answered before a series is changed, or anything that others are asked to. */
export interface Asking {
  readonly kind: "change" | "delete";
  readonly occurrence: ShownOccurrence;
  readonly patch: PatchObject;
  readonly scopes: readonly Scope[];
  /** null: there is nobody to tell, or nothing that concerns them */
  readonly toTell: ToTell | null;
  readonly answer: (decision: Decision) => void;
}

/** What is being done with events at present. */
export function useDeskState() {
  const [floating, setFloating] = useState<Floating | null>(null);
  const [editing, setEditing] = useState<Editing | null>(keptNewEvent);
  const [asking, setAsking] = useState<Asking | Inviting | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  return { floating, setFloating, editing, setEditing, asking, setAsking, preview, setPreview };
}

/** What the actions of the desk work with. */
export interface DeskBase extends ActionContext, ReturnType<typeof useDeskState> {
  /** whether an event that was here has been deleted, by whomever */
  readonly isGone: (key: string) => boolean;
  /** the viewer's own e-mail address */
  readonly address: string;
  /** where new events go; undefined if nothing may be written */
  readonly forNew: CalendarEntry | undefined;
}

/** What those that change something work with: they say what they did, and offer to take it back. */
export interface DeskContext extends DeskBase {
  readonly tell: (actionId: string, key: ActionToast, title: string, span?: Span, calendar?: string) => void;
}

/** A new event that was being written when the page was left. */
function keptNewEvent(): Editing | null {
  const kept = keptDraft();
  return kept?.key === null ? { occurrence: null, before: kept.draft, kept: kept.draft } : null;
}
