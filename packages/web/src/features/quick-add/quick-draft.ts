import { startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import type { Span } from "../../store/items/span.ts";
import { newDraft, type EventDraft } from "../event/model.ts";
import type { QuickAddReading, QuickAddTime } from "../../grammar/read-quick-add.ts";
import type { KnownPerson } from "../../grammar/known-names.ts";
import { repeatOfRule } from "../../grammar/repeat-of-rule.ts";

interface QuickDraftContext {
  readonly calendars: readonly CalendarEntry[];
  /** where new events go if the line does not say */
  readonly usual: CalendarEntry;
  readonly viewer: Zone;
  /** when it takes place if the line does not say */
  readonly otherwise: Span;
}

/**
 * The event that a line of words means. Words without a field (guests, categories, a calendar that is not there) stay
 * in the title, so that nothing typed is lost.
 */
export function quickDraft(reading: QuickAddReading, context: QuickDraftContext): EventDraft {
  const { calendars, usual, viewer, otherwise } = context;
  const named = reading.calendar === null ? undefined : calendarNamed(reading.calendar, calendars);
  const span = reading.time ? spanOf(reading.time, viewer) : otherwise;
  const draft = newDraft(span, (named ?? usual).key, viewer, titleOf(reading, named !== undefined));
  return {
    ...draft,
    place: reading.place ?? "",
    ...(reading.guests.length > 0 && { guests: reading.guests.map(guestOf) }),
    ...remindersOf(reading, draft.allDay),
    repeat: repeatOf(reading.rule, draft, viewer) ?? draft.repeat,
  };
}

const guestOf = ({ name, address }: KnownPerson): DraftGuest => ({
  id: address.replaceAll(/[^a-z0-9]/g, "-").slice(0, 200),
  name,
  address,
  isOptional: false,
  isRoom: false,
  answer: "needs-action",
});

type DraftGuest = NonNullable<EventDraft["guests"]>[number];

/** "Remind me to …" of a whole day is rung for as the calendar does: not at midnight. */
function remindersOf(
  { reminder }: QuickAddReading,
  allDay: boolean,
): Partial<Pick<EventDraft, "reminders" | "remindsAsCalendar">> {
  if (reminder === null || (allDay && reminder.minutes === 0)) return {};
  return { reminders: [reminder.minutes], remindsAsCalendar: false };
}

/** The first writable calendar whose name begins so, in upper or lower case. */
function calendarNamed(name: string, calendars: readonly CalendarEntry[]): CalendarEntry | undefined {
  const sought = name.toLocaleLowerCase("sv");
  return calendars.find((it) => it.mayWrite && it.name.toLocaleLowerCase("sv").startsWith(sought));
}

function titleOf({ title, people, categories, calendar }: QuickAddReading, hasCalendar: boolean): string {
  const kept = [
    title,
    ...people,
    ...categories.map((name) => `#${name}`),
    ...(calendar === null || hasCalendar ? [] : [`/${calendar}`]),
  ];
  return kept.filter((part) => part !== "").join(" ");
}

/** A reading in the viewer's zone becomes moments there. */
function spanOf({ start, end, allDay }: QuickAddTime, viewer: Zone): Span {
  if (!allDay) {
    const from = viewer.toInstant(start);
    // A length said is a length: over a change of clocks too.
    return { start: from, end: from + (end - start), allDay: false };
  }
  return {
    start: viewer.toInstant(startOfDay(start)),
    end: viewer.toInstant(startOfDay(end)),
    allDay: true,
  };
}

function repeatOf(text: string | null, draft: EventDraft, viewer: Zone): EventDraft["repeat"] | undefined {
  if (text === null) return undefined;
  const { start } = draft;
  const repeat = repeatOfRule(text, draft.allDay ? { start, allDay: true } : { start, zone: viewer });
  return repeat && { repeat, at: start, isChosen: true };
}
