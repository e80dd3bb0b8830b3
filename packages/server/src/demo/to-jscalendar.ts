import type { Alert, DayOfWeek, Participant, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { addDays, fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import type { NewEvent } from "../app/write/create-event.ts";
import type { DemoEvent } from "./demo-event.ts";

const DAYS: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

export interface DemoPerson {
  readonly language: "en-GB" | "sv";
  readonly displayName: string;
  readonly email: string;
}

export const DEMO_ZONE = "Europe/Stockholm";

/** A demonstration event as JSCalendar, in one language, in the week that begins at `monday`. */
export function demoEvent(event: DemoEvent, monday: Local, calendarId: string, person: DemoPerson): NewEvent {
  const say = <T>(texts: readonly [T, T]): T => texts[person.language === "sv" ? 1 : 0];
  const [from, to] = typeof event.time === "string" ? event.time.split("–") : [undefined, undefined];
  // Series begin half a year back, so that there is a past to look at.
  const back = event.weekly || event.everyWeeks ? -26 * 7 : 0;
  const date = isoDate(addDays(monday, event.day + back));
  return {
    "@type": "Event",
    calendarIds: { [calendarId]: true },
    title: say([event.en, event.sv]),
    start: `${date}T${from ?? "00:00"}:00`,
    ...(from && to
      ? { duration: durationOf(from, to), timeZone: DEMO_ZONE }
      : // Papers to put out and staying guests take nobody's time.
        { duration: `P${event.time}D`, showWithoutTime: true, freeBusyStatus: "free" as const }),
    ...(event.place ? { locations: { "1": { "@type": "Location", name: say(event.place) } } } : {}),
    ...(event.note ? { description: say(event.note) } : {}),
    ...(event.video
      ? { virtualLocations: { "1": { "@type": "VirtualLocation", uri: "https://meet.example.com/larkan" } } }
      : {}),
    ...(event.tentative || event.answer === "tentative" ? { status: "tentative" as const } : {}),
    ...(event.secret ? { privacy: "private" as const } : {}),
    ...(event.alertMinutes === undefined ? {} : { alerts: { "1": alertBefore(event.alertMinutes) } }),
    ...recurrenceOf(event),
    ...guestsOf(event, person),
  };
}

function isoDate(local: Local): string {
  const { year, month, day } = fieldsOfLocal(local);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function durationOf(from: string, to: string): string {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const total = minutes(to) - minutes(from);
  const [hours, rest] = [Math.floor(total / 60), total % 60];
  return `PT${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
}

const alertBefore = (minutes: number): Alert => ({
  "@type": "Alert",
  trigger: {
    "@type": "OffsetTrigger",
    offset: minutes % 1440 === 0 ? `-P${minutes / 1440}D` : `-PT${minutes}M`,
  },
  action: "display",
});

function recurrenceOf(event: DemoEvent): { recurrenceRule?: RecurrenceRule } {
  if (event.weekly) {
    const byDay = event.weekly.map((day) => ({ "@type": "NDay" as const, day: DAYS[day] ?? "mo" }));
    return { recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", byDay } };
  }
  if (event.everyWeeks)
    return { recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", interval: event.everyWeeks } };
  if (event.monthly === "day") return { recurrenceRule: { "@type": "RecurrenceRule", frequency: "monthly" } };
  if (event.monthly === "nth-weekday") {
    const byDay = [{ "@type": "NDay" as const, day: DAYS[event.day] ?? "mo", nthOfPeriod: 4 }];
    return { recurrenceRule: { "@type": "RecurrenceRule", frequency: "monthly", byDay } };
  }
  return {};
}

function guestsOf(
  event: DemoEvent,
  person: DemoPerson,
): { participants?: Record<string, Participant>; organizerCalendarAddress?: string } {
  if (!event.guests) return {};
  const addressOf = (name: string): string =>
    `mailto:${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(" ", ".")}@example.com`;
  const own = `mailto:${person.email}`;
  const [first] = event.guests;
  const organizer = event.answer && first ? addressOf(first) : own;
  const people = [
    { name: person.displayName, calendarAddress: own, participationStatus: event.answer ?? "accepted" },
    ...event.guests.map((name, at) => ({
      name,
      calendarAddress: addressOf(name),
      participationStatus:
        ["accepted", "accepted", "tentative", "accepted", "needs-action"][at % 5] ?? "accepted",
    })),
  ];
  const participants = people.map((guest, at): [string, Participant] => [
    String(at + 1),
    {
      "@type": "Participant",
      ...guest,
      roles: guest.calendarAddress === organizer ? { owner: true, attendee: true } : { attendee: true },
    },
  ]);
  return { participants: Object.fromEntries(participants), organizerCalendarAddress: organizer };
}
