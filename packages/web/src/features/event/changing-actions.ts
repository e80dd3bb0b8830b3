import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { isolated } from "../../i18n/isolated.ts";
import { idOfKey } from "../../store/entries.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { timePatch } from "../../store/span.ts";
import type { Span } from "../../store/span.ts";
import { addToast } from "../../ui/toasts.ts";
import { calendarMove, copyOf, newEventKey, scopesOf } from "./changes-of-event.ts";
import type { Asking, DeskContext, Editing } from "./desk-state.ts";
import { eventOfDraft, patchOfDraft, spanOfDraft } from "./draft.ts";
import type { EventDraft } from "./draft.ts";
import { mayChange, stopEditing, stopEditingOf } from "./editing-actions.ts";
import { changesOfPatch, changesOfRemoval, patchForAll } from "./series-change.ts";
import type { Scope } from "./series-change.ts";

type Decide = (
  kind: Asking["kind"],
  occurrence: ShownOccurrence,
  patch: PatchObject,
  answer: (scope: Scope) => void,
) => void;

const titleOf = (occurrence: ShownOccurrence): string => occurrence.event.title ?? "";
const spanOf = ({ start, end, allDay }: ShownOccurrence): Span => ({ start, end, allDay });

/** Asks first when a series is involved; everything else is done at once. */
const decider =
  ({ setFloating, setAsking }: DeskContext): Decide =>
  (kind, occurrence, patch, answer) => {
    const scopes = scopesOf(occurrence, patch);
    if (scopes.length === 1) return answer(scopes[0] ?? "all");
    setFloating(null);
    setAsking({ kind, occurrence, patch, scopes, answer });
  };

function change(context: DeskContext, occurrence: ShownOccurrence, patch: PatchObject, span?: Span): void {
  const { t, store, tell } = context;
  if (Object.keys(patch).length === 0) return stopEditingOf(occurrence, context);
  decider(context)("change", occurrence, patch, (scope) => {
    const changes = changesOfPatch(occurrence, patch, scope, crypto.randomUUID());
    if (!changes.ok) return void addToast({ message: t("toast.impossible") });
    const title = titleOf(occurrence);
    tell(store.perform(title, changes.value), span ? "toast.moved" : "toast.changed", title, span);
    if (!span) stopEditingOf(occurrence, context);
  });
}

function copy({ store, zone, tell, forNew }: DeskContext, occurrence: ShownOccurrence, span: Span): void {
  const target = occurrence.calendar.mayWrite ? occurrence.calendar : forNew;
  if (!target) return;
  const title = titleOf(occurrence);
  tell(
    store.perform(title, [copyOf(occurrence, span, crypto.randomUUID(), target, zone)]),
    "toast.copied",
    title,
    span,
  );
}

function create(context: DeskContext, draft: EventDraft): void {
  const { store, zone, tell } = context;
  const uid = crypto.randomUUID();
  const event = { ...eventOfDraft(draft, uid, zone), calendarIds: { [idOfKey(draft.calendarKey)]: true } };
  const id = store.perform(draft.title, [
    { kind: "create", key: newEventKey(draft.calendarKey, uid), event },
  ]);
  tell(id, "toast.created", draft.title, spanOfDraft(draft, zone));
  context.setFloating(null);
  // What was only named leaves the panel to what is being written in it.
  if (context.floating?.kind !== "naming") stopEditing(context);
}

/** What was written for an event that somebody deleted meanwhile can become a new one. */
function makeNew({ t, setEditing }: DeskContext, draft: EventDraft): void {
  setEditing({ occurrence: null, before: { ...draft }, kept: draft });
  addToast({
    message: t("toast.gone", { title: isolated(draft.title.trim()) || t("event.untitled") }),
    sticky: true,
  });
}

function save(context: DeskContext, { occurrence, before }: Editing, draft: EventDraft): void {
  const { store, zone, tell } = context;
  if (!occurrence) return;
  if (context.isGone(occurrence.entry.key)) return makeNew(context, draft);
  const patch = patchOfDraft(occurrence, before, draft, zone);
  if (draft.calendarKey === before.calendarKey) return change(context, occurrence, patch);
  const bring = (): void => {
    const moves = calendarMove(
      occurrence,
      patchForAll(occurrence, patch),
      draft.calendarKey,
      crypto.randomUUID(),
    );
    tell(store.perform(titleOf(occurrence), moves), "toast.changed", titleOf(occurrence));
    stopEditing(context);
  };
  if (occurrence.recurrenceId === null) return bring();
  // A series is in one calendar with all its events, and that is said first.
  context.setAsking({ kind: "change", occurrence, patch, scopes: ["all"], answer: bring });
}

function remove(context: DeskContext, occurrence: ShownOccurrence): void {
  const { t, store, tell } = context;
  context.setFloating(null);
  if (!mayChange(occurrence.calendar, context)) return;
  decider(context)("delete", occurrence, {}, (scope) => {
    const changes = changesOfRemoval(occurrence, scope);
    if (!changes.ok) return void addToast({ message: t("toast.impossible") });
    tell(store.perform(titleOf(occurrence), changes.value), "toast.deleted", titleOf(occurrence));
    stopEditingOf(occurrence, context);
  });
}

function move(context: DeskContext, occurrence: ShownOccurrence, span: Span, copies: boolean): void {
  if (copies) return copy(context, occurrence, span);
  const patch = timePatch(occurrence.event, spanOf(occurrence), span, context.zone);
  if (Object.keys(patch).length > 0 && mayChange(occurrence.calendar, context))
    change(context, occurrence, patch, span);
}

/** What changes events: each says what it did, and can be taken back. */
export function changingActions(context: DeskContext) {
  return {
    create: (draft: EventDraft): void => create(context, draft),
    save: (editing: Editing, draft: EventDraft): void => save(context, editing, draft),
    move: (occurrence: ShownOccurrence, span: Span, copies: boolean): void =>
      move(context, occurrence, span, copies),
    remove: (occurrence: ShownOccurrence): void => remove(context, occurrence),
    copy: (occurrence: ShownOccurrence): void => {
      context.setFloating(null);
      copy(context, occurrence, spanOf(occurrence));
    },
    answer: (
      occurrence: ShownOccurrence,
      guestId: string,
      status: "accepted" | "tentative" | "declined",
    ): void => {
      context.setFloating(null);
      change(context, occurrence, { [`participants/${guestId}/participationStatus`]: status });
    },
  };
}

export type ChangingActions = ReturnType<typeof changingActions>;
