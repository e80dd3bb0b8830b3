import { hasReminder } from "../store/items/default-reminder.ts";
import type { EventFacts } from "../store/items/event-facts.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import type { Formats } from "../i18n/format.ts";
import type { Messages } from "../i18n/messages.ts";

/**
 * The title to show for an event. An event without a name says so; one that the viewer may not read shows only that
 * its time is taken.
 */
export const titleOf = (facts: EventFacts, t: Messages): string =>
  facts.title.trim() || t(facts.isBusyOnly ? "event.busy" : "event.untitled");

/** The state that follows the title in an accessible name; empty for an ordinary event. */
export function stateInWords(occurrence: ShownOccurrence, facts: EventFacts, t: Messages): string {
  const { entry } = occurrence;
  if (entry.problem) return t("event.notSaved");
  if (facts.isCancelled) return t("event.cancelled");
  if (facts.answer === "declined") return t("event.declined");
  if (facts.answer === "needs-action") return t("event.unanswered");
  return facts.isTentative ? t("event.maybe") : "";
}

/** Day and time, spoken: "Friday 27 November, 09:30 to 11:00". */
function timeInWords(occurrence: ShownOccurrence, formats: Formats, t: Messages): string {
  const { start, end, allDay } = occurrence;
  const first = formats.day(start);
  const last = formats.day(Math.max(start, end - 1));
  if (allDay) {
    const days = first === last ? first : t("event.timeSpoken", { from: first, to: last });
    return `${days}, ${t("event.allDay")}`;
  }
  return `${first}, ${t("event.timeSpoken", { from: formats.time(start), to: formats.time(end) })}`;
}

/** The accessible name: title, state, time, distance, calendar (docs/design.md §11). */
export function eventName(
  occurrence: ShownOccurrence,
  facts: EventFacts,
  distance: string,
  isRunning: boolean,
  formats: Formats,
  t: Messages,
): string {
  const parts = [
    titleOf(facts, t),
    stateInWords(occurrence, facts, t),
    isRunning && !occurrence.allDay ? t("event.now") : "",
    timeInWords(occurrence, formats, t),
    distance,
  ];
  return `${[...parts, occurrence.calendar.name].filter(Boolean).join(", ")}.`;
}

/** The description that follows the name: place, guests, the viewer's answer, signs. */
export function eventDescription(occurrence: ShownOccurrence, facts: EventFacts, t: Messages): string {
  const parts = [
    facts.place && `${facts.place}.`,
    facts.guests.length > 0 && `${t("event.guests", { count: facts.guests.length })}.`,
    facts.answer !== "none" && t(`event.answer.${facts.answer}`),
    facts.isRepeating && `${t("event.repeats")}.`,
    hasReminder(occurrence) && `${t("event.hasReminder")}.`,
    facts.isPrivate && `${t("event.private")}.`,
  ];
  return parts.filter(Boolean).join(" ");
}
