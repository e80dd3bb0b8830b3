// How other CalDAV clients change a file: line by line, keeping everything that they don't know.

/** The lines of a VEVENT, unfolded, without its BEGIN and END. */
export type EventLines = readonly string[];

export interface CalendarFile {
  readonly head: readonly string[];
  readonly events: readonly EventLines[];
}

export function readFile(text: string): CalendarFile {
  const unfolded = text.replace(/\r?\n[ \t]/g, "");
  const [head = "", ...events] = unfolded.split(/^BEGIN:VEVENT\r?\n/m);
  const linesOf = (part: string): readonly string[] => part.split(/\r?\n/).filter((line) => line !== "");
  return {
    head: linesOf(head).filter((line) => line !== "END:VCALENDAR"),
    events: events.map((event) => linesOf(event.split(/^END:VEVENT/m)[0] ?? "")),
  };
}

export const writeFile = ({ head, events }: CalendarFile): string =>
  [...head, ...events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]), "END:VCALENDAR", ""].join(
    "\r\n",
  );

/** The value of the first property with that name. */
export function valueOf(event: EventLines, name: string): string | undefined {
  const line = event.find((one) => new RegExp(`^${name}[;:]`).test(one));
  // A colon inside quotes belongs to a parameter.
  return line === undefined ? undefined : /^(?:[^":]|"[^"]*")*:(.*)$/.exec(line)?.[1];
}

export const isSeries = (event: EventLines): boolean => valueOf(event, "RECURRENCE-ID") === undefined;

/** The events with another line in place of each with that name, or with it added. */
export const withLine = (event: EventLines, name: string, line: string): EventLines => [
  ...event.filter((one) => !new RegExp(`^${name}[;:]`).test(one)),
  line,
];

export const withoutLines = (event: EventLines, wanted: RegExp): EventLines =>
  event.filter((one) => !wanted.test(one));

/** The same with the answer of the person with that address. */
export const withAnswer = (event: EventLines, email: string, partstat: string): EventLines =>
  event.map((line) =>
    line.startsWith("ATTENDEE") && line.toLowerCase().endsWith(`mailto:${email}`)
      ? line.replace(/;PARTSTAT=[A-Z-]+/, "").replace("ATTENDEE", `ATTENDEE;PARTSTAT=${partstat}`)
      : line,
  );
