import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { isolated } from "../../../i18n/isolated.ts";
import type { Answering } from "../../../store/items/answering.ts";
import { idOfKey } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { calendarMove, newEventKey } from "../series/changes-of-event.ts";
import { changesFor } from "../series/item-changes.ts";
import type { Asking, Decision, ActionsBase, ActionsContext } from "./actions-state.ts";
import { isBookable } from "../draft/draft-rooms.ts";
import { draftOf, eventOfDraft, patchOfDraft, spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { delegationPatch, type DraftGuest } from "../draft/draft-guests.ts";
import { titleText } from "../../item-actions/model.ts";
import { mayChange, tellDone, undoAction } from "../../item-actions/screen.tsx";
import { applyChange } from "../../../store/queue/change.ts";
import type { Editing } from "../draft/editing.ts";
import { followed } from "../draft/followed.ts";
import { keepDraft, keptFrom, type KeptDraft } from "../draft/kept-draft.ts";
import { answerInvitation } from "./answer-invitation.ts";
import { mayDecide, setAside, stopEditing, stopEditingOf } from "./editing-actions.ts";
import { bringToCalendar } from "./bring-to-calendar.ts";
import { tellAction } from "./event-toasts.tsx";
import { changeMany, chosenWith, copyTarget, moveMany, paste, removeMany } from "./many-actions.ts";
import { patchForAll, type Scope } from "../series/series-change.ts";
import { telling, toTellOfChange, toTellOfRemoval } from "./telling.ts";
import { newId } from "../../../api/new-id.ts";

type Question = Pick<Asking, "kind" | "occurrence" | "patch" | "toTell">;

const titleOf = (occurrence: ShownOccurrence): string => occurrence.event.title ?? "";
const spanOf = ({ start, end, allDay }: ShownOccurrence): Span => ({ start, end, allDay });

/** Asks first if a series is involved or others might be notified; else answers at once. */
function decide(context: ActionsContext, question: Question, answer: (decision: Decision) => void): void {
  const scopes = changesFor(question.occurrence).scopes(question.occurrence, question.patch);
  if (scopes.length === 1 && !question.toTell) return answer({ scope: scopes[0] ?? "all", tells: false });
  context.setFloating(null);
  context.setAsking({ ...question, scopes, answer });
}

interface ChangeOptions {
  /** the new time, if the event is moved */
  readonly span?: Span;
  /** the toast of a delegated invitation: people delegate it to notify the organizer, so they are not asked whether */
  readonly delegates?: string;
  /** takes the event back to what the person saw of it when they made the change */
  readonly toSeen?: PatchObject;
}

function change(
  context: ActionsContext,
  occurrence: ShownOccurrence,
  patch: PatchObject,
  { span, delegates, toSeen }: ChangeOptions = {},
): void {
  const { t, store, tell } = context;
  if (Object.keys(patch).length === 0) return stopEditingOf(occurrence, context);
  const toTell = delegates === undefined ? toTellOfChange(occurrence, patch) : null;
  const kind = delegates === undefined ? "change" : "delegate";
  decide(context, { kind, occurrence, patch, toTell }, ({ scope, tells }) => {
    const changes = changesFor(occurrence).patched(occurrence, patch, scope, newId());
    if (!changes.ok) return void addToast({ message: t("toast.impossible") });
    const title = titleOf(occurrence);
    const seen = toSeen && seenBefore(occurrence, toSeen, scope);
    const id = store.perform(title, telling(changes.value, tells || delegates !== undefined), { seen });
    if (delegates !== undefined) tellDone(context, id, delegates);
    else tell(id, span ? "toast.moved" : "toast.changed", title, span);
    if (!span) stopEditingOf(occurrence, context);
  });
}

/** Returns the whole event as the person saw it, by its key: their change is compared to that. */
function seenBefore({ entry, ...rest }: ShownOccurrence, toSeen: PatchObject, scope: Scope) {
  if (Object.keys(toSeen).length === 0) return { [entry.key]: entry.event };
  const changes = changesFor({ entry }).patched({ entry, ...rest }, toSeen, scope, newId());
  const back = changes.ok ? changes.value.find(({ key }) => key === entry.key) : undefined;
  return { [entry.key]: (back && applyChange(entry.event, back)) ?? entry.event };
}

/** Delegates an invitation, to all of an event or series or to one date (RFC 5546 §3.2.2.3). */
function delegate(
  context: ActionsContext,
  occurrence: ShownOccurrence,
  { guest }: Answering,
  to: DraftGuest,
): void {
  const { t } = context;
  const patch = delegationPatch(occurrence.event, guest.id, to);
  if (!patch) return void addToast({ message: t("toast.impossible") });
  const told = t("toast.delegated", { name: isolated(to.name) });
  change(context, occurrence, patch, { delegates: told });
}

function copy(context: ActionsContext, occurrence: ShownOccurrence, span: Span): void {
  const { store, zone, tell } = context;
  const target = copyTarget(context, occurrence);
  if (!target) return;
  const title = titleOf(occurrence);
  const made = changesFor(occurrence).copied(occurrence, span, newId(), target, zone);
  tell(store.perform(title, [made]), "toast.copied", title, span);
}

/** Creates an event, and asks first whether to notify its guests. */
function create(context: ActionsContext, draft: EventDraft): void {
  // A room is booked, and not told.
  const guests = (draft.guests ?? []).filter((guest) => !isBookable(guest));
  if (guests.length === 0) return make(context, draft, false);
  context.setAsking({
    kind: "invite",
    title: draft.title,
    count: guests.length,
    guests,
    answer: ({ tells }) => make(context, draft, tells),
  });
}

function make(context: ActionsContext, draft: EventDraft, tells: boolean): void {
  const { store, zone, tell } = context;
  const uid = newId();
  const event = { ...eventOfDraft(draft, uid, zone), calendarIds: { [idOfKey(draft.calendarKey)]: true } };
  const made = { kind: "create", key: newEventKey(draft.calendarKey, uid), event } as const;
  const id = store.perform(draft.title, telling([made], tells));
  tell(id, "toast.created", draft.title, spanOfDraft(draft, zone));
  context.setFloating(null);
  // The panel that edits a new event replaces the popover that only names it.
  if (context.floating?.kind !== "naming") stopEditing(context);
}

/** Turns a draft into one of a new event, because somebody deleted its event meanwhile. */
function makeNew({ t, setEditing }: ActionsContext, draft: EventDraft): void {
  setEditing({ occurrence: null, before: { ...draft }, kept: draft });
  addToast({
    message: t("toast.gone", { title: titleText(draft.title, t) }),
    sticky: true,
  });
}

function save(context: ActionsContext, { occurrence, before, meanwhile }: Editing, draft: EventDraft): void {
  const { store, zone, tell } = context;
  if (!occurrence) return;
  if (context.isGone(occurrence.entry.key)) return makeNew(context, draft);
  const patch = patchOfDraft(occurrence, before, draft, zone);
  const toSeen = meanwhile ? patchOfDraft(occurrence, before, meanwhile.asSeen, zone) : {};
  if (draft.calendarKey === before.calendarKey) return change(context, occurrence, patch, { toSeen });
  const bring = ({ tells }: Pick<Decision, "tells">): void => {
    const whole = patchForAll(occurrence, patch);
    const moves = telling(calendarMove(occurrence, whole, draft.calendarKey, newId()), tells);
    const seen = seenBefore(occurrence, toSeen, "all");
    tell(store.perform(titleOf(occurrence), moves, { seen }), "toast.changed", titleOf(occurrence));
    stopEditing(context);
  };
  const toTell = toTellOfChange(occurrence, patch);
  if (occurrence.recurrenceId === null && !toTell) return bring({ tells: false });
  // All events of a series are in one calendar, so the person is asked first.
  context.setAsking({ kind: "change", occurrence, patch, scopes: ["all"], toTell, answer: bring });
}

function remove(context: ActionsContext, occurrence: ShownOccurrence): void {
  const { t, store, tell, address } = context;
  context.setFloating(null);
  if (!mayChange(occurrence.calendar, context)) return;
  const toTell = toTellOfRemoval(occurrence, address);
  decide(context, { kind: "delete", occurrence, patch: {}, toTell }, ({ scope, tells }) => {
    const changes = changesFor(occurrence).removed(occurrence, scope);
    if (!changes.ok) return void addToast({ message: t("toast.impossible") });
    const id = store.perform(titleOf(occurrence), telling(changes.value, tells));
    tell(id, "toast.deleted", titleOf(occurrence));
    stopEditingOf(occurrence, context);
  });
}

function move(context: ActionsContext, occurrence: ShownOccurrence, span: Span, copies: boolean): void {
  if (copies) return copy(context, occurrence, span);
  const chosen = span.allDay === occurrence.allDay ? chosenWith(context, occurrence.key) : [];
  if (chosen.length > 0) return moveMany(context, chosen, occurrence, span);
  if (!mayDecide(occurrence, context)) return;
  const patch = changesFor(occurrence).times(occurrence, span, context.zone);
  if (!patch.ok) return void addToast({ message: context.t("toast.impossible") });
  if (Object.keys(patch.value).length > 0 && mayChange(occurrence.calendar, context))
    change(context, occurrence, patch.value, { span });
}

/** Returns the actions that change events and tasks. Each reports what it did, and can be undone. */
export function changingActions(base: ActionsBase) {
  const context: ActionsContext = {
    ...base,
    tell: (actionId, key, title, span, calendar) =>
      tellAction(base, { actionId, key, title, span, calendar }),
  };
  const { zone, editing, setEditing, setFloating } = context;
  return {
    edit: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      if (!mayChange(occurrence.calendar, context) || editing?.occurrence?.key === occurrence.key) return;
      setAside(context);
      setEditing({ occurrence, before: draftOf(occurrence, zone), kept: null });
    },
    /** resumes an event's draft that was open when the page was left */
    goOn: (occurrence: ShownOccurrence, { draft, before = draftOf(occurrence, zone) }: KeptDraft): void => {
      const { editing: next, draft: kept } = followed(
        { occurrence, before, kept: null },
        draft,
        occurrence,
        zone,
      );
      keepDraft(keptFrom(next, kept));
      setEditing({ ...next, kept });
    },
    create: (draft: EventDraft): void => create(context, draft),
    save: (editing: Editing, draft: EventDraft): void => save(context, editing, draft),
    move: (occurrence: ShownOccurrence, span: Span, copies: boolean): void =>
      move(context, occurrence, span, copies),
    /** deletes an occurrence, or all chosen ones if it is one of them */
    remove: (occurrence: ShownOccurrence): void => {
      const chosen = chosenWith(context, occurrence.key);
      if (chosen.length > 0) removeMany(context, chosen);
      else remove(context, occurrence);
    },
    /** sets the colour of an occurrence, or of all chosen ones; null: its calendar's */
    recolour: (occurrence: ShownOccurrence, color: string | null): void => {
      const chosen = chosenWith(context, occurrence.key);
      if (chosen.length > 0) changeMany(context, chosen, () => ({ color }), { key: "toast.changedMany" });
      else if (mayChange(occurrence.calendar, context)) change(context, occurrence, { color });
    },
    paste: (occurrences: readonly ShownOccurrence[], start: number): void =>
      paste(context, occurrences, start),
    copy: (occurrence: ShownOccurrence): void => {
      context.setFloating(null);
      copy(context, occurrence, spanOf(occurrence));
    },
    changeLinks: (occurrence: ShownOccurrence, patch: PatchObject): void => {
      if (mayChange(occurrence.calendar, context)) change(context, occurrence, patch);
    },
    answer: answerInvitation.bind(null, context),
    delegate: (occurrence: ShownOccurrence, answering: Answering, to: DraftGuest): void =>
      delegate(context, occurrence, answering, to),
    bring: bringToCalendar.bind(null, context),
    undo: (): void => undoAction(base),
  };
}

export type ChangingActions = ReturnType<typeof changingActions>;
