import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { readProperty } from "./content-line.ts";
import type { Component, Property } from "./component.ts";
import { upperName } from "./line-head.ts";
import { LineReader } from "./line-reader.ts";
import type { Warning } from "./warning.ts";

/** Bounds that keep hostile text cheap. */
export interface ParseLimits {
  /** characters of the whole text */
  readonly maxLength: number;
  /** components inside components */
  readonly maxDepth: number;
  /** properties and components of the whole text */
  readonly maxProperties: number;
  /** characters of one unfolded content line */
  readonly maxLineLength: number;
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxLength: 32 * 1024 * 1024,
  maxDepth: 16,
  maxProperties: 1_000_000,
  maxLineLength: 16 * 1024 * 1024,
};

interface ParsedCalendar {
  /** the VCALENDAR */
  readonly calendar: Component;
  readonly warnings: readonly Warning[];
}

/** Reads one VCALENDAR. A second one in the same text is an error: split such a stream first (split-stream.ts). */
export function parseICalendar(
  text: string,
  limits?: Partial<ParseLimits>,
): Result<ParsedCalendar, CalendarProblem> {
  const odd: Warning[] = [];
  const parsed = parseComponents(text, limits, 1, (warning) => odd.push(warning));
  if (!parsed.ok) return parsed;
  const [calendar, second] = parsed.value;
  if (calendar?.name !== "VCALENDAR") return invalid(1, "no BEGIN:VCALENDAR");
  if (second) return invalid(1, "more than one component at the top level");
  const warnings = ["VERSION", "PRODID"]
    .filter((name) => !calendar.properties.some((property) => property.name === name))
    .map((name): Warning => ({ code: "missing-property", line: 1, detail: name }));
  return ok({ calendar, warnings: [...warnings, ...odd] });
}

interface OpenComponent {
  readonly name: string;
  readonly written?: string;
  readonly properties: Property[];
  readonly components: Component[];
}

/**
 * Reads any number of components, one after the other; lines count from `firstLine`. Lines that are not what RFC 5545 §3.1 allows
 * are read as what they are likely to mean, and told to `onWarning`.
 */
export function parseComponents(
  text: string,
  limits?: Partial<ParseLimits>,
  firstLine = 1,
  onWarning: (warning: Warning) => void = () => undefined,
): Result<readonly Component[], CalendarProblem> {
  const bounds = { ...DEFAULT_PARSE_LIMITS, ...limits };
  if (text.length > bounds.maxLength) return invalid(firstLine, `longer than ${bounds.maxLength} characters`);
  const reader = new LineReader(text, firstLine, bounds.maxLineLength);
  const finished: Component[] = [];
  const open: OpenComponent[] = [];
  let count = 0;
  // of the property before; 0 where there is none
  let length = 0;
  while (reader.next()) {
    if (++count > bounds.maxProperties)
      return failed({ code: "object-too-large", detail: `more than ${bounds.maxProperties} lines` });
    if (reader.length > bounds.maxLineLength)
      return invalid(reader.number, `a line of more than ${bounds.maxLineLength} characters`);
    if (reader.name === "" && !(length > 0 && continueValue(open.at(-1), reader, length)))
      return invalid(reader.number, "not a content line");
    if (reader.name === "" || reader.isTolerated)
      onWarning({ code: "unreadable-line", line: reader.number, detail: reader.name });
    if (reader.name === "") {
      length = reader.length;
      continue;
    }
    const problem = place(reader, open, finished, bounds.maxDepth);
    if (problem !== undefined) return invalid(reader.number, problem);
    length = reader.name === "BEGIN" || reader.name === "END" ? 0 : reader.length;
  }
  const unfinished = open.at(-1);
  return unfinished ? invalid(reader.number, `END:${unfinished.name} is missing`) : ok(finished);
}

/** A line of fewer characters than this was not folded. */
const FOLDED = 60;

/**
 * Takes a line that is no content line for the rest of the value before it: some servers fold without the space, others write the
 * lines of a text as they are. False if no value stands before it.
 */
function continueValue(current: OpenComponent | undefined, line: LineReader, lengthBefore: number): boolean {
  const last = current?.properties.at(-1);
  if (!current || !last) return false;
  const value = `${last.value}${lengthBefore < FOLDED ? "\\n" : ""}${line.value}`;
  current.properties[current.properties.length - 1] = { ...last, value };
  return true;
}

/** Adds a line to its component; returns the problem if it can't stand there. */
function place(
  line: LineReader,
  open: OpenComponent[],
  finished: Component[],
  maxDepth: number,
): string | undefined {
  const { name, value } = line;
  const current = open[open.length - 1];
  if (name === "BEGIN") {
    if (open.length >= maxDepth) return `components nested more than ${maxDepth} deep`;
    open.push(makeOpen(value.trim()));
  } else if (name === "END") {
    if (current?.name !== value && current?.name !== value.trim().toUpperCase())
      return `END:${value} without BEGIN`;
    open.pop();
    (open[open.length - 1]?.components ?? finished).push(current);
  } else if (current) {
    current.properties.push(readProperty(line));
  } else {
    return `${name} outside any component`;
  }
  return undefined;
}

function makeOpen(written: string): OpenComponent {
  const name = upperName(written);
  return name === written
    ? { name, properties: [], components: [] }
    : { name, written, properties: [], components: [] };
}

const invalid = (line: number, detail: string) =>
  failed({ code: "invalid-icalendar", line, detail } as const);
