import type { SeededAccount } from "./seed.ts";

/** What the clients write: iCalendar texts as short as those of real clients, and how to change one. */

const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** A time at work within the coming four weeks. */
function startOfMeeting(): string {
  const day = new Date(Date.now() + Math.floor(Math.random() * 28) * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll("-", "");
  const hour = String(8 + Math.floor(Math.random() * 9)).padStart(2, "0");
  return `DTSTART;TZID=Europe/Stockholm:${day}T${hour}0000`;
}

const RULES = ["RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"];

const whole = (lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Load//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

/** Half of the events repeat, as with Apple's simulator; meetings don't. */
export function eventText(uid: string, organizer: SeededAccount, guests: readonly SeededAccount[]): string {
  const rule = RULES[Math.floor(Math.random() * 2 * RULES.length)];
  return whole([
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp(Date.now())}`,
    startOfMeeting(),
    "DURATION:PT45M",
    `SUMMARY:${guests.length > 0 ? "Meeting" : "Event"} ${uid}`,
    ...(rule !== undefined && guests.length === 0 ? [rule] : []),
    ...(guests.length > 0
      ? [
          `ORGANIZER:mailto:${organizer.email}`,
          `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${organizer.email}`,
          ...guests.map(({ email }) => `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${email}`),
        ]
      : []),
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Reminder",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "X-LOAD-SERIAL:0",
    "END:VEVENT",
  ]);
}

export const taskText = (uid: string): string =>
  whole([
    "BEGIN:VTODO",
    `UID:${uid}`,
    `DTSTAMP:${stamp(Date.now())}`,
    `DUE:${stamp(Date.now() + 86_400_000)}`,
    `SUMMARY:Task ${uid}`,
    "X-LOAD-SERIAL:0",
    "END:VTODO",
  ]);

/** A text with another value of a property, or with it for the first time. */
export function withProperty(text: string, name: string, value: string): string {
  const present = new RegExp(`^${name}[;:].*\\r\\n(?:[ \\t].*\\r\\n)*`, "m");
  const line = `${name}:${value}\r\n`.replace(/(.{70})(?=.)/g, "$1\r\n ");
  const without = text.replace(present, "");
  return without.replace(/(?=^END:(?:VEVENT|VTODO))/m, line);
}

/** A letter-like text; its length is log-normal with a median of 650 and a mode of 450. */
export function description(): string {
  const length = Math.min(20_000, Math.round(logNormal(650, 450)));
  return "What this is about and who brings what. ".repeat(Math.ceil(length / 40)).slice(0, length);
}

/** @returns one number of a log-normal distribution: half are below `median`, most are near `mode` */
export function logNormal(median: number, mode: number): number {
  const sigma = Math.sqrt(Math.log(median / mode));
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return median * Math.exp(sigma * normal);
}

/** The guest's own answer in an invitation. */
export const accepted = (text: string, email: string): string =>
  text.replace(
    new RegExp(`^(ATTENDEE[^\\r]*?)(?:;PARTSTAT=NEEDS-ACTION)([^\\r]*(?:\\r\\n [^\\r]*)*)`, "gm"),
    (line, before: string, after: string) =>
      unfolded(line).toLowerCase().endsWith(`mailto:${email}`) ? `${before};PARTSTAT=ACCEPTED${after}` : line,
  );

export const isAskedOf = (text: string, email: string): boolean =>
  unfolded(text)
    .split("\r\n")
    .some(
      (line) =>
        line.startsWith("ATTENDEE") &&
        line.includes("PARTSTAT=NEEDS-ACTION") &&
        line.toLowerCase().endsWith(`mailto:${email}`),
    );

/** Whether somebody else organises it. */
export function isOfAnother(text: string, email: string): boolean {
  const organizer = /^ORGANIZER.*$/m.exec(unfolded(text))?.[0].trim().toLowerCase();
  return organizer !== undefined && !organizer.endsWith(`mailto:${email}`);
}

const unfolded = (text: string): string => text.replace(/\r\n[ \t]/g, "");

/** RFC 6638 §5: the request for busy times. */
export const freeBusyRequest = (organizer: SeededAccount, guests: readonly SeededAccount[]): string =>
  whole([
    "METHOD:REQUEST",
    "BEGIN:VFREEBUSY",
    `UID:busy-${organizer.login}-${String(Date.now())}`,
    `DTSTAMP:${stamp(Date.now())}`,
    `DTSTART:${stamp(Date.now())}`,
    `DTEND:${stamp(Date.now() + 86_400_000)}`,
    `ORGANIZER:mailto:${organizer.email}`,
    ...guests.map(({ email }) => `ATTENDEE:mailto:${email}`),
    "END:VFREEBUSY",
  ]);
