import { HOUR } from "@snart/calendar/time/instant.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { code } from "../../../ui/part.tsx";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { useAccount } from "../../../store/session.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { changingActions, ChangingActions } from "./changing-actions.ts";
import { calendarForNew } from "../series/changes-of-event.ts";
import { keptDraft } from "../draft/kept-draft.ts";
import { useActionsState } from "./actions-state.ts";
import { useActionContext } from "../../item-actions/model.tsx";
import { editingActions } from "./editing-actions.ts";

const withChanging = code(() => import("./changing-actions.ts"));

/**
 * The actions that change events; each runs as soon as its code is there, which comes with everything that acts
 * (ui/part.tsx).
 */
function changing(context: Parameters<typeof changingActions>[0]) {
  const act =
    <A extends readonly unknown[]>(pick: (actions: ChangingActions) => (...given: A) => void) =>
    (...given: A): void =>
      withChanging(
        ({ changingActions }) => pick(changingActions(context))(...given),
        () => addToast({ message: context.t("error.unreachable") }),
      );
  return {
    edit: act((it) => it.edit),
    goOn: act((it) => it.goOn),
    create: act((it) => it.create),
    save: act((it) => it.save),
    move: act((it) => it.move),
    remove: act((it) => it.remove),
    recolour: act((it) => it.recolour),
    paste: act((it) => it.paste),
    copy: act((it) => it.copy),
    changeLinks: act((it) => it.changeLinks),
    answer: act((it) => it.answer),
    bring: act((it) => it.bring),
    undo: act((it) => it.undo),
  };
}

/** The actions on events, and their present state. */
export function useItemActions() {
  const action = useActionContext();
  const { store } = action;
  const { calendars, events, phase, isFetching } = useCalendarSnapshot();
  const account = useAccount();
  const preferences = account?.preferences;
  const state = useActionsState();
  const { floating, editing, asking } = state;
  const forNew = calendarForNew(calendars, preferences?.defaultCalendarId);
  const isGone = (key: string): boolean =>
    phase === "ready" && !isFetching && !events.has(store.currentKey(key));
  const address = account?.email ?? "";
  const context = { ...action, ...state, isGone, forNew, address };
  const actions = changing(context);
  return {
    floating,
    editing,
    asking,
    /** the grid's preview of the event being named or written */
    unsaved:
      floating?.kind === "naming"
        ? { span: floating.span, occurrence: null, title: undefined }
        : editing
          ? state.preview
          : null,
    calendarForNew: forNew,
    /** the event of the popover or editor */
    selectedKey: floating?.kind === "reading" ? floating.occurrence.key : (editing?.occurrence?.key ?? null),
    ...editingActions(context),
    ...actions,
    /** resumes the draft that was open when the page was left, if its event is among these */
    resume: (occurrences: readonly ShownOccurrence[]): void => {
      const kept = editing ? null : keptDraft();
      const occurrence = kept && occurrences.find((it) => it.key === kept.key);
      if (kept && occurrence) actions.goOn(occurrence, kept.draft);
    },
  };
}

export type ItemActions = ReturnType<typeof useItemActions>;

/** An hour from the next full one. */
export const nextHour = (now: number): Span => {
  const start = Math.ceil(now / HOUR) * HOUR;
  return { start, end: start + HOUR, allDay: false };
};
