import { HOUR } from "@snart/calendar/time/instant.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { useAccount } from "../../../store/session.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { bringToCalendar } from "./bring-to-calendar.ts";
import type { ChangingActions } from "./changing-actions.ts";
import { calendarForNew } from "../series/changes-of-event.ts";
import { useDeskState, type DeskContext } from "./desk-state.ts";
import { editingActions } from "./editing-actions.ts";
import { useEventToasts } from "./use-event-toasts.ts";

/** What can be done with events, and what is being done at present. */
export function useEventDesk() {
  const t = useMessages();
  const store = useCalendarStore();
  const { calendars, events, phase, isFetching } = useCalendarSnapshot();
  const account = useAccount();
  const preferences = account?.preferences;
  const zone = useViewerZone();
  const { tell, undo } = useEventToasts();
  const state = useDeskState();
  const { floating, editing, asking } = state;
  const forNew = calendarForNew(calendars, preferences?.defaultCalendarId);
  const isGone = (key: string): boolean =>
    phase === "ready" && !isFetching && !events.has(store.currentKey(key));
  const address = account?.email ?? "";
  const context = { ...state, isGone, t, store, zone, tell, forNew, address };
  return {
    floating,
    editing,
    asking,
    /** what the grid shows of what is being named or written */
    unsaved:
      floating?.kind === "naming"
        ? { span: floating.span, occurrence: null, title: undefined }
        : editing
          ? state.preview
          : null,
    undo,
    calendarForNew: forNew,
    /** the event that a popover or the editor is about */
    selectedKey: floating?.kind === "reading" ? floating.occurrence.key : (editing?.occurrence?.key ?? null),
    ...editingActions(context),
    ...changingLater(context),
    /** moves or copies an event to another calendar, at the time given */
    bring: (...given: Brought): void =>
      void import("./bring-to-calendar.ts").then(
        ({ bringToCalendar }) => bringToCalendar(context, ...given),
        () => addToast({ message: t("error.unreachable") }),
      ),
  };
}

type Brought = Parameters<typeof bringToCalendar> extends [unknown, ...infer Rest] ? Rest : never;

const changing = () => import("./changing-actions.ts");

/** What changes events, as soon as its code is here: it comes once the calendar is drawn (screen.tsx). */
function changingLater(context: DeskContext): ChangingActions {
  const act = (run: (actions: ChangingActions) => void): void =>
    void changing().then(
      ({ changingActions }) => run(changingActions(context)),
      () => addToast({ message: context.t("error.unreachable") }),
    );
  return {
    create: (...given) => act(({ create }) => create(...given)),
    save: (...given) => act(({ save }) => save(...given)),
    move: (...given) => act(({ move }) => move(...given)),
    remove: (...given) => act(({ remove }) => remove(...given)),
    recolour: (...given) => act(({ recolour }) => recolour(...given)),
    paste: (...given) => act(({ paste }) => paste(...given)),
    copy: (...given) => act(({ copy }) => copy(...given)),
    changeLinks: (...given) => act(({ changeLinks }) => changeLinks(...given)),
    answer: (...given) => act(({ answer }) => answer(...given)),
  };
}

export type EventDesk = ReturnType<typeof useEventDesk>;

/** An hour from the next full one. */
export const nextHour = (now: number): Span => {
  const start = Math.ceil(now / HOUR) * HOUR;
  return { start, end: start + HOUR, allDay: false };
};
