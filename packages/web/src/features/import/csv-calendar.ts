import { parse } from "papaparse";

/** A table of events as Google Calendar reads one and Outlook writes one, and what each column is called there. */
const COLUMNS = {
  title: ["subject", "title", "ämne", "titel"],
  startDate: ["start date", "startdatum"],
  startTime: ["start time", "starttid"],
  endDate: ["end date", "slutdatum"],
  endTime: ["end time", "sluttid"],
  allDay: ["all day event", "all day", "heldag", "heldagshändelse"],
  description: ["description", "beskrivning"],
  location: ["location", "plats"],
  private: ["private", "privat"],
  categories: ["categories", "kategorier"],
} as const;
type Column = keyof typeof COLUMNS;
type Row = Readonly<Partial<Record<Column, string>>>;

const YES = /^(?:true|yes|ja|sant|on|1)$/i;

/**
 * Returns a calendar with the events of a table, at times on the clock of a zone; undefined if it is no table of events. What cannot be read
 * of a row stays in its event as it is written, so that the rehearsal tells of it.
 * @param zone its IANA name
 */
export function calendarOfCsv(text: string, zone: string): string | undefined {
  const { data } = parse<readonly string[]>(text, {
    delimitersToGuess: [",", ";", "\t"],
    skipEmptyLines: "greedy",
  });
  const [head = [], ...lines] = data;
  const columns = head.map(columnNamed);
  if (!columns.includes("title") || !columns.includes("startDate")) return undefined;
  const rows = lines.map((cells): Row =>
    Object.fromEntries(cells.flatMap((cell, at) => named(columns[at], cell))),
  );
  const order = orderOf(rows);
  const events = rows.flatMap((row) => eventOf(row, order, zone));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Snart//CSV//EN", ...events, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}

/** Returns the text of a file whose letters are written in one of the ways in which tables are: Outlook still takes that of Windows. */
export function textOfCsv(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const named = (column: Column | undefined, cell: string): readonly (readonly [Column, string])[] =>
  column && cell.trim() !== "" ? [[column, cell.trim()]] : [];

const NAMES = new Map<string, Column>(
  Object.entries(COLUMNS).flatMap(([column, names]) =>
    names.map((name) => [name, column as Column] as const),
  ),
);
const columnNamed = (name: string): Column | undefined => NAMES.get(name.trim().toLowerCase());

/** Whether 3/4 is 3 April or 4 March. */
type Order = "day" | "month";

/** Some date of the table has a number above 12; otherwise those who write AM and PM begin with the month. */
function orderOf(rows: readonly Row[]): Order {
  for (const { startDate = "", endDate = "" } of rows)
    for (const date of [startDate, endDate]) {
      const [, first = "", second = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/.exec(date) ?? [];
      if (Number(first) > 12) return "day";
      if (Number(second) > 12) return "month";
    }
  return rows.some(({ startTime = "" }) => /[ap]m\s*$/i.test(startTime)) ? "month" : "day";
}

const two = (number: number): string => String(number).padStart(2, "0");

/** @returns "20261123"; undefined: no date */
function dateOf(text: string, order: Order): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const other = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [first = "", second = ""] = other?.slice(1) ?? [];
  const [day, month] = order === "day" ? [first, second] : [second, first];
  const [year, ofYear, ofMonth] = (iso?.slice(1) ?? [other?.[3], month, day]).map(Number);
  if (!year || !ofYear || !ofMonth) return undefined;
  const read = new Date(Date.UTC(year, ofYear - 1, ofMonth));
  if (read.getUTCMonth() !== ofYear - 1 || read.getUTCDate() !== ofMonth) return undefined;
  return `${String(year).padStart(4, "0")}${two(ofYear)}${two(ofMonth)}`;
}

/** @returns "143000"; undefined: no time */
function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(text);
  const [, hours = "", minutes = "", seconds = "0", half] = found ?? [];
  if (!found || Number(hours) > (half ? 12 : 23) || Number(minutes) > 59) return undefined;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  return `${two(hour)}${minutes}${two(Number(seconds))}`;
}

const dayAfter = (date: string): string => {
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  const next = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1));
  return next.toISOString().slice(0, 10).replaceAll("-", "");
};

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, "");

function eventOf(row: Row, order: Order, zone: string): readonly string[] {
  const { title = "", description, location, categories } = row;
  const labels = categories?.split(/[;,]/).map((each) => escaped(each.trim()));
  return [
    "BEGIN:VEVENT",
    `SUMMARY:${escaped(title)}`,
    ...spanOf(row, order, zone),
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(location === undefined ? [] : [`LOCATION:${escaped(location)}`]),
    ...(labels ? [`CATEGORIES:${labels.filter((each) => each !== "").join(",")}`] : []),
    ...(YES.test(row.private ?? "") ? ["CLASS:PRIVATE"] : []),
    "END:VEVENT",
  ];
}

function spanOf(row: Row, order: Order, zone: string): readonly string[] {
  const { startDate = "", startTime = "", endTime = "" } = row;
  const { endDate = startDate } = row;
  const [from, to] = [dateOf(startDate, order), dateOf(endDate, order)];
  const unreadable = [`DTSTART:${escaped(`${startDate} ${startTime}`.trim())}`];
  if (from === undefined || to === undefined) return unreadable;
  if (YES.test(row.allDay ?? "") || startTime === "") {
    // With a time the end is the midnight after the last day; without one it is the last day.
    const end = to > from && timeOf(endTime) === "000000" ? to : dayAfter(to);
    return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${end}`];
  }
  const [start, end] = [timeOf(startTime), timeOf(endTime)];
  if (start === undefined || (endTime !== "" && end === undefined)) return unreadable;
  return [
    `DTSTART;TZID=${zone}:${from}T${start}`,
    end === undefined ? "DURATION:PT1H" : `DTEND;TZID=${zone}:${to}T${end}`,
  ];
}
