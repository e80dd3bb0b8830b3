import { mostOf, readSpan } from "@snart/calendar/booking/span.ts";
import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { EventType, Words } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_TEXT_LIMITS, wordsProblem } from "@snart/calendar/booking-page/page-texts.ts";
import { readEventType } from "@snart/calendar/booking-page/read-event-type.ts";
import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { ApiProblem } from "../../../api/problem.ts";

/** What a field counts in. */
export type SpanUnit = "minutes" | "hours" | "days";

const UNITS = { minutes: MINUTE, hours: HOUR, days: DAY } as const;

/** A span as a field shows it: a number of its unit; empty where there is none, and where it is one of months. */
export function shownSpan(text: string | undefined, unit: SpanUnit): string {
  const span = readSpan(text ?? "");
  return !span || span.months > 0 ? "" : String(mostOf(span) / UNITS[unit]);
}

/** The span that a person means; undefined: none. What is no number stays one that the rules refuse. */
export function writtenSpan(text: string, unit: SpanUnit): string | undefined {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return undefined;
  if (!/^\d{1,6}(\.\d+)?$/.test(typed)) return `?${typed}`;
  const number = Number(typed);
  if (!Number.isInteger(number))
    return `PT${unit === "hours" && Number.isInteger(number * 60) ? number * 60 : "?"}M`;
  return unit === "days" ? `P${number}D` : `PT${number}${unit === "hours" ? "H" : "M"}`;
}

/** Several, with commas between them. */
export const shownSpans = (spans: readonly string[] | undefined, unit: SpanUnit): string =>
  (spans ?? []).map((each) => shownSpan(each, unit)).join(", ");
export const writtenSpans = (text: string, unit: SpanUnit): readonly string[] =>
  text.split(/[\s,;]+/).flatMap((part) => writtenSpan(part, unit) ?? []);

/** A number that a person means; undefined: none. What is none stays one that the rules refuse. */
export function writtenNumber(text: string): number | undefined {
  const typed = text.trim();
  return typed === "" ? undefined : /^\d{1,9}$/.test(typed) ? Number(typed) : NaN;
}

/** Fields of an event type; undefined takes one away. */
export type TypeChanges = { readonly [K in keyof EventType]?: EventType[K] | undefined };

/** The same record with other rules; what is not named stays as it is. */
export function withRules(record: PageEventTypeRecord, changes: TypeChanges): PageEventTypeRecord {
  const all = Object.entries({ ...record.type, ...changes }).filter(([, value]) => value !== undefined);
  return { ...record, type: Object.fromEntries(all) as unknown as EventType };
}

/** Without the language in which nothing is said. */
export function spoken({ en, sv }: Words): Words {
  return {
    ...(en !== undefined && en.trim() !== "" && { en: en.trim() }),
    ...(sv !== undefined && sv.trim() !== "" && { sv: sv.trim() }),
  };
}

/** The record as it is sent: texts without what is around them. No entry changes its place, so that problems find their field. */
export function readyToSend(record: PageEventTypeRecord): PageEventTypeRecord {
  const { questions } = record.type;
  const said = questions?.map((each) => ({
    ...each,
    label: spoken(each.label),
    ...(each.kind === "choice" && { choices: each.choices.map(spoken) }),
  }));
  return {
    ...withRules(record, said ? { questions: said } : {}),
    title: spoken(record.title),
    description: spoken(record.description),
  };
}

/** Everything that is wrong with a record, by the rules of the server. Paths begin at the event type: `lengths/0`; `title` is beside it. */
export function problemsOf({ title, description, type }: PageEventTypeRecord): readonly RuleProblem[] {
  const texts: RuleProblem[] = [];
  for (const [path, words, limit, isNeeded] of [
    ["title", title, PAGE_TEXT_LIMITS.title, true],
    ["description", description, PAGE_TEXT_LIMITS.description, false],
  ] as const) {
    const code = wordsProblem(words, limit, isNeeded);
    if (code) texts.push({ code, path, limit });
  }
  const read = readEventType(type);
  return read.ok ? texts : [...texts, ...read.problem];
}

/** What the server found wrong with a page's event types, by path from the event type, as `problemsOf` has it. */
export function problemsSaid(problem: ApiProblem): readonly RuleProblem[] {
  if (problem.kind !== "refused") return [];
  const { problems, field } = problem.fields;
  if (typeof field === "string") return [{ code: "unknown-value", path: plainPath(field) }];
  if (!Array.isArray(problems)) return [];
  return (problems as RuleProblem[]).map((each) => ({ ...each, path: plainPath(each.path) }));
}

const plainPath = (path: string): string => path.replace(/^types\/\d+\/(type\/)?/, "");

/** A record of its own for a page that has others: a copy, or the first half an hour of a page. */
export function anotherType(
  record: PageEventTypeRecord,
  title: Words,
  others: readonly PageEventTypeRecord[],
): PageEventTypeRecord {
  const taken = new Set(others.map(({ id }) => id));
  const base = `${record.id.replace(/-\d+$/, "").slice(0, 32)}`.replace(/-+$/, "");
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return { ...record, id: `${base}-${number}`, title };
}

/** What a new event type begins as: when and with whom as another one of its page, and nothing else. */
export const emptyType = (model: PageEventTypeRecord): PageEventTypeRecord => {
  const { timeZone, schedule, hosts, mode, horizon, minNotice } = model.type;
  return {
    id: "time",
    title: {},
    description: {},
    type: {
      timeZone,
      lengths: ["PT30M"],
      start: { every: "PT30M" },
      schedule,
      horizon,
      hosts,
      mode,
      ...(minNotice !== undefined && { minNotice }),
    },
  };
};
