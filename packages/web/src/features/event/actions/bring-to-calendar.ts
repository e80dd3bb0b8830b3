import type { CalendarEntry } from "../../../store/items/entries.ts";
import { newId } from "../../../api/new-id.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { calendarMove } from "../series/changes-of-event.ts";
import { changesFor } from "../series/item-changes.ts";
import type { Decision, ActionsContext } from "./actions-state.ts";
import { mayChange } from "../../item-actions/screen.tsx";
import { mayDecide, stopEditingOf } from "./editing-actions.ts";
import { telling, toTellOfChange } from "./telling.ts";

/**
 * Moves an event or a task to another calendar, or copies it there, at the given time. A series goes there with all its
 * occurrences. The person is asked first about that, and whether to notify guests.
 */
export function bringToCalendar(
  context: ActionsContext,
  occurrence: ShownOccurrence,
  span: Span,
  { calendar, copies }: { readonly calendar: CalendarEntry; readonly copies: boolean },
): void {
  const { t, store, zone, tell } = context;
  const makes = changesFor(occurrence);
  const title = occurrence.event.title ?? "";
  if (!mayChange(calendar, context)) return;
  if (copies) {
    const copy = makes.copied(occurrence, span, newId(), calendar, zone);
    return tell(store.perform(title, [copy]), "toast.copied", title, span);
  }
  if (!mayChange(occurrence.calendar, context)) return;
  if (!mayDecide(occurrence, context)) return;
  const times = makes.times(occurrence, span, zone);
  const whole = times.ok ? makes.forAll(occurrence, times.value) : times;
  if (!times.ok || !whole.ok) return void addToast({ message: t("toast.impossible") });
  const patch = times.value;
  const bring = ({ tells }: Pick<Decision, "tells">): void => {
    const moves = calendarMove(occurrence, whole.value, calendar.key, newId());
    tell(store.perform(title, telling(moves, tells)), "toast.brought", title, span, calendar.name);
    stopEditingOf(occurrence, context);
  };
  const toTell = toTellOfChange(occurrence, patch);
  if (occurrence.recurrenceId === null && !toTell) return bring({ tells: false });
  context.setFloating(null);
  context.setAsking({ kind: "change", occurrence, patch, scopes: ["all"], toTell, answer: bring });
}
