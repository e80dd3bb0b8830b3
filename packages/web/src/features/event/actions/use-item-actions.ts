import { usualLength } from "../../../grammar/usual-length.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { code } from "../../../ui/part.tsx";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { useAccount } from "../../../store/session.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { changingActions, ChangingActions } from "./changing-actions.ts";
import { calendarForNew } from "../../../store/items/calendar-for-new.ts";
import { keptDraft } from "../draft/kept-draft.ts";
import { useActionsState } from "./actions-state.ts";
import { useActionContext } from "../../item-actions/model.ts";
import { editingActions } from "./editing-actions.ts";

const withChanging = code(() => import("./changing-actions.ts"));

const CHANGING = [
  "edit",
  "goOn",
  "create",
  "save",
  "move",
  "remove",
  "recolour",
  "paste",
  "copy",
  "changeLinks",
  "answer",
  "delegate",
  "bring",
  "undo",
] as const satisfies readonly (keyof ChangingActions)[];
type Changing = Pick<ChangingActions, (typeof CHANGING)[number]>;

/**
 * Returns the actions that change events. Each runs as soon as its code is loaded, together with that of all actions
 * (ui/part.tsx).
 */
function changing(context: Parameters<typeof changingActions>[0]): Changing {
  const act =
    (name: keyof Changing) =>
    (...given: never[]): void =>
      withChanging(
        ({ changingActions }) => {
          const run: (...given: never[]) => void = changingActions(context)[name];
          run(...given);
        },
        () => addToast({ message: context.t("error.unreachable") }),
      );
  return Object.fromEntries(CHANGING.map((name) => [name, act(name)])) as Changing;
}

/** Returns the actions on events, and their present state. */
export function useItemActions() {
  const action = useActionContext();
  const { store } = action;
  const { calendars, events, phase, isFetching } = useCalendarSnapshot();
  const account = useAccount();
  const preferences = account?.preferences;
  const state = useActionsState();
  const { floating, editing, asking, responding } = state;
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
    responding,
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
      if (kept && occurrence) actions.goOn(occurrence, kept);
    },
  };
}

export type ItemActions = ReturnType<typeof useItemActions>;

/** Returns the usual length from the next full hour on. */
export const nextHour = (now: number): Span => {
  const start = Math.ceil(now / HOUR) * HOUR;
  return { start, end: start + usualLength(), allDay: false };
};
