import type { CalendarProblem } from "../problems.ts";
import { newestOfEach } from "./newest-of-each.ts";
import { isObjectType } from "./calendar-object.ts";
import {
  firstProperty,
  makeComponent,
  makeProperty,
  parameterValue,
  type Component,
  type Property,
} from "./component.ts";
import { readProperty } from "./content-line.ts";
import { LineReader } from "./line-reader.ts";
import { DEFAULT_PARSE_LIMITS, parseComponents, type ParseLimits } from "./parse.ts";
import { StreamScanner, type HeaderLine, type Piece } from "./stream-scanner.ts";
import { escapeText, textValue, unescapeText } from "./text.ts";
import type { Warning } from "./warning.ts";

/** All components of one UID in an imported stream, or why they could not be read. */
export type ImportedObject = ReadObject | UnreadObject;

interface ReadObject {
  readonly ok: true;
  readonly uid: string;
  /** line of the first component, counted from 1 */
  readonly line: number;
  /** a VCALENDAR with all components of the UID and the VTIMEZONEs they refer to; METHOD dropped */
  readonly calendar: Component;
  /** METHOD of the VCALENDAR that it was in (RFC 5546) */
  readonly method?: string;
  readonly warnings: readonly Warning[];
}

interface UnreadObject {
  readonly ok: false;
  readonly uid?: string;
  /** SUMMARY, where that much can be read */
  readonly title?: string;
  readonly line: number;
  readonly problem: CalendarProblem;
}

/** What a stream says about the whole calendar. */
export interface StreamHeader {
  /** X-WR-CALNAME or NAME */
  readonly name?: string;
  /** X-WR-CALDESC or DESCRIPTION */
  readonly description?: string;
  /** X-WR-TIMEZONE, as written */
  readonly timeZone?: string;
  /** X-APPLE-CALENDAR-COLOR or COLOR, as written */
  readonly colour?: string;
}

export interface SplitOptions {
  /**
   * makes a UID for a component without one, from its text: the same text should give the same UID, so that a second
   * import finds it
   */
  readonly newUid: (componentText: string) => string;
  /** limits of a single component */
  readonly limits?: Partial<ParseLimits>;
  /** the most components of one object; absent: any number */
  readonly maxComponents?: number;
  /** called at every step; if it returns a promise, reading waits for it, so that others get their turn */
  readonly pause?: () => Promise<void> | undefined;
  /** called once, before the first object is yielded */
  readonly onHeader?: (header: StreamHeader) => void;
}

/**
 * Splits a whole export, of any number of VCALENDARs, into one object per UID and type. Holds the text in memory
 * (overrides may stand anywhere) but only one object's components. Never throws for any text: problems are yielded
 * with their line.
 */
export async function* splitByUid(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: SplitOptions,
): AsyncGenerator<ImportedObject> {
  const { pause = () => undefined } = options;
  const scanner = new StreamScanner(options.limits?.maxLength);
  for await (const chunk of chunks) {
    scanner.push(chunk);
    await pause();
  }
  scanner.finish();
  const headers = readHeaders(scanner.headerLines);
  options.onHeader?.(streamHeader([...headers.values()].flat()));
  const [stray] = scanner.strayLines;
  if (stray !== undefined) yield unread(stray, "invalid-icalendar", "not inside a VCALENDAR");
  const zones = new Map<string, Component>();
  for (const piece of scanner.pieces) {
    if (piece.name !== "VTIMEZONE") continue;
    const paused = pause();
    if (paused) await paused;
    const problem = readTimeZone(piece, zones, options.limits);
    if (problem) yield problem;
  }
  const groups = new Map<string, Piece[]>();
  for (const piece of scanner.pieces) {
    if (piece.name === "VTIMEZONE") continue;
    const paused = pause();
    if (paused) await paused;
    const item = readPiece(piece, options);
    if (!item.ok) {
      yield titled(item, piece);
      continue;
    }
    const key = `${piece.name} ${item.uid}`;
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  for (const group of groups.values()) {
    const problem = sizeProblem(group, options);
    if (problem) {
      yield problem;
      continue;
    }
    for (const item of assemble(group, { headers, zones, options })) yield item;
  }
}

/** Why an object is not even read. */
function sizeProblem(
  pieces: readonly Piece[],
  { maxComponents = Infinity, limits: { maxLength = Infinity } = {}, newUid }: SplitOptions,
): UnreadObject | undefined {
  const [first] = pieces;
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (!first || (length <= maxLength && pieces.length <= maxComponents)) return undefined;
  const what = length > maxLength ? `${maxLength} characters` : `${maxComponents} components`;
  const read = readPiece(first, { newUid });
  const problem = tooLarge(first.line, `more than ${what}`);
  return titled(read.ok ? { ...problem, uid: read.uid } : problem, first);
}

type ReadPiece = {
  readonly ok: true;
  readonly uid: string;
  readonly piece: Piece;
  readonly component: Component;
};

/** Reads the component of a piece, giving it a UID if it has none. */
function readPiece(piece: Piece, { newUid, limits }: SplitOptions): ReadPiece | UnreadObject {
  if (piece.isCut) return tooLarge(piece.line, `more than ${limits?.maxLength} characters`);
  const parsed = parseComponents(piece.text, limits, piece.line);
  if (!parsed.ok) return { ok: false, line: piece.line, problem: parsed.problem };
  const [component] = parsed.value;
  if (!component || !isObjectType(component.name))
    return unread(
      piece.line,
      "invalid-calendar-object",
      `${piece.name} is not an event, task or journal entry`,
    );
  const uid = textValue(component, "UID")?.trim();
  if (uid) return { ok: true, uid, piece, component };
  const made = newUid(piece.text);
  const properties = [
    ...component.properties.filter(({ name }) => name !== "UID"),
    makeProperty("UID", escapeText(made)),
  ];
  return { ok: true, uid: made, piece, component: { ...component, properties } };
}

interface StreamContext {
  readonly headers: ReadonlyMap<number, readonly Property[]>;
  /** by number of the VCALENDAR and TZID */
  readonly zones: ReadonlyMap<string, Component>;
  readonly options: SplitOptions;
}

function* assemble(pieces: readonly Piece[], context: StreamContext): Generator<ImportedObject> {
  const read = pieces.map((piece) => readPiece(piece, context.options)).filter((item) => item.ok);
  const { kept, repeated } = newestOfEach(
    read,
    ({ component }) => firstProperty(component, "RECURRENCE-ID")?.value.trim() ?? "",
    ({ component }) => component,
  );
  const [first] = kept;
  if (!first) return;
  const warnings: Warning[] = [];
  const keptTexts = new Set(kept.map(({ piece }) => piece.text));
  for (const { piece, uid } of repeated) {
    if (keptTexts.has(piece.text))
      warnings.push({ code: "repeated-component", line: piece.line, detail: piece.name });
    else
      yield titled(
        { ...unread(piece.line, "invalid-calendar-object", "an older version of another component"), uid },
        piece,
      );
  }
  const components = kept.map(({ component }) => component);
  const calendars = [...new Set(kept.map(({ piece }) => piece.calendar))];
  const zones = tzidsOf(components).flatMap((tzid) => {
    const calendar = calendars.find((number) => context.zones.has(`${number} ${tzid}`));
    return context.zones.get(`${calendar} ${tzid}`) ?? [];
  });
  const header = context.headers.get(first.piece.calendar) ?? [];
  const method = header.find(({ name }) => name === "METHOD")?.value.trim();
  yield {
    ok: true,
    uid: first.uid,
    line: first.piece.line,
    ...(method && { method }),
    calendar: makeComponent("VCALENDAR", objectHeader(header), [...zones, ...components]),
    warnings,
  };
}

function tzidsOf(components: readonly Component[], found = new Set<string>()): string[] {
  for (const component of components) {
    for (const property of component.properties) {
      const tzid = property.parameters.length > 0 ? parameterValue(property, "TZID")?.trim() : undefined;
      if (tzid) found.add(tzid);
    }
    tzidsOf(component.components, found);
  }
  return [...found];
}

/** Adds the VTIMEZONE of a piece by the number of its VCALENDAR and its TZID; of several, the first counts. */
function readTimeZone(
  piece: Piece,
  zones: Map<string, Component>,
  limits?: Partial<ParseLimits>,
): UnreadObject | undefined {
  if (piece.isCut) return tooLarge(piece.line, "a time zone that is too long");
  const parsed = parseComponents(piece.text, limits, piece.line);
  if (!parsed.ok) return { ok: false, line: piece.line, problem: parsed.problem };
  const [component] = parsed.value;
  const tzid = component && textValue(component, "TZID")?.trim();
  const key = `${piece.calendar} ${tzid}`;
  if (component && tzid && !zones.has(key)) zones.set(key, component);
  return undefined;
}

function readHeaders(lines: readonly HeaderLine[]): Map<number, Property[]> {
  const headers = new Map<number, Property[]>();
  for (const { line, calendar, text } of lines) {
    const reader = new LineReader(text, line, DEFAULT_PARSE_LIMITS.maxLineLength);
    if (!reader.next() || reader.name === "") continue;
    const property = readProperty(reader);
    const header = headers.get(calendar);
    if (header) header.push(property);
    else headers.set(calendar, [property]);
  }
  return headers;
}

/** Properties of the whole calendar, which don't belong in a single object. */
const ABOUT_THE_CALENDAR = new Set(
  "METHOD NAME DESCRIPTION COLOR IMAGE URL SOURCE UID LAST-MODIFIED CATEGORIES REFRESH-INTERVAL X-PUBLISHED-TTL X-APPLE-CALENDAR-COLOR".split(
    " ",
  ),
);

function objectHeader(properties: readonly Property[]): Property[] {
  const kept = properties.filter(({ name }) => !ABOUT_THE_CALENDAR.has(name) && !name.startsWith("X-WR-"));
  return kept.some(({ name }) => name === "VERSION") ? kept : [makeProperty("VERSION", "2.0"), ...kept];
}

function streamHeader(properties: readonly Property[]): StreamHeader {
  const text = (...names: string[]): string | undefined => {
    const found = names.flatMap((name) => properties.find((property) => property.name === name) ?? [])[0];
    return found && (unescapeText(found.value).trim() || undefined);
  };
  const name = text("X-WR-CALNAME", "NAME");
  const description = text("X-WR-CALDESC", "DESCRIPTION");
  const timeZone = text("X-WR-TIMEZONE");
  const colour = text("X-APPLE-CALENDAR-COLOR", "COLOR");
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(timeZone !== undefined && { timeZone }),
    ...(colour !== undefined && { colour }),
  };
}

/** With its title, so that people know which of their events was left out. */
function titled(item: UnreadObject, { text }: Piece): UnreadObject {
  const written = /^SUMMARY(?:;[^:\r\n]*)?:(.*(?:\r?\n[ \t].*)*)/im.exec(text)?.[1];
  const title = written && unescapeText(written.replace(/\r?\n[ \t]/g, "")).trim();
  return title ? { ...item, title } : item;
}

const tooLarge = (line: number, detail: string): UnreadObject => ({
  ok: false,
  line,
  problem: { code: "object-too-large", detail },
});

const unread = (
  line: number,
  code: "invalid-icalendar" | "invalid-calendar-object",
  detail: string,
): UnreadObject => ({
  ok: false,
  line,
  problem: code === "invalid-icalendar" ? { code, line, detail } : { code, detail },
});
