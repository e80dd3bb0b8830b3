// The calendar that every server gets: 21 events a week, one in ten of them a series of four.
const HOUR = 3_600_000;
const FIRST = Date.UTC(2020, 0, 6, 8);
const APART = 8 * HOUR;
const A_WEEK = 21;
/** Events made under load get dates among the first ones, so that no date is out of bounds. */
const MOST = 10_000;

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** When event `n` begins, ms UTC. */
const startOf = (n: number): number => FIRST + (n % MOST) * APART;

/** Event `n` as a client would write it, about 600 octets; `revision` changes its title. */
export function eventText(n: number, revision = 0): string {
  const start = startOf(n);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Snart//Bench//EN",
    "BEGIN:VEVENT",
    `UID:bench-${String(n)}@snart.example`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + HOUR)}`,
    `SUMMARY:Styrelsemöte ${String(n)} (${String(revision)})`,
    "LOCATION:Föreningslokalen\\, Tallkotten 4",
    "DESCRIPTION:Dagordning: föregående protokoll\\, ekonomi\\, tvättstugan\\, va",
    " lberedning och övriga frågor. Kaffe från halv. Anmäl frånvaro till sekret",
    " eraren.",
    ...(n % 10 === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=4"] : []),
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Snart",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

export const uriOf = (n: number): string => `bench-${String(n)}.ics`;

/** Week `n` of a calendar with this many events as UTC stamps, start inclusive and end exclusive. */
export function weekOf(n: number, events: number): { readonly start: string; readonly end: string } {
  const weeks = Math.max(1, Math.floor(Math.min(events, MOST) / A_WEEK));
  const start = FIRST + (n % weeks) * A_WEEK * APART;
  return { start: stamp(start), end: stamp(start + A_WEEK * APART) };
}
