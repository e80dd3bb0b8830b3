import { createHash } from "node:crypto";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { splitByUid } from "@snart/calendar/icalendar/split-stream.ts";
import type { ImportedObject, StreamHeader } from "@snart/calendar/icalendar/split-stream.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Calendar, CalendarId, ObjectId } from "../storage/port.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantCalendar } from "./grants.ts";
import { prepareObject } from "./prepare-object.ts";
import type { PreparedObject } from "./prepare-object.ts";
import type { Problem } from "./problems.ts";
import { writeAccount } from "./scope.ts";
import type { WriteScope } from "./scope.ts";
import { storeObject } from "./store-object.ts";

/** One object that was left out, and why, so that its owner can find and mend it. */
export interface SkippedObject {
  readonly uid: string | null;
  readonly title: string | null;
  /** Line of the file, from 1. */
  readonly line: number | null;
  readonly code: string;
  readonly detail: string;
}

export interface ImportReport {
  readonly processed: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedObject[];
  readonly addedIds: readonly ObjectId[];
}

export const EMPTY_REPORT: ImportReport = {
  processed: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  skipped: [],
  addedIds: [],
};

export interface ImportSource {
  readonly chunks: AsyncIterable<string> | Iterable<string>;
  readonly onHeader?: (header: StreamHeader) => void;
  /** Called after each committed batch. */
  readonly onProgress?: (report: ImportReport) => Promise<void> | void;
}

/** Objects written per transaction: large enough to be quick, small enough that others wait only milliseconds. */
const BATCH = 250;

/**
 * Reads an exported calendar of any length into a calendar, one object per UID: new ones are added, those that are there
 * with other contents are updated (the former text stays as a version), the rest is left alone. What cannot be read is
 * skipped and reported; nothing else stops.
 */
export async function importObjects(
  app: App,
  actor: Actor,
  calendar: Calendar,
  source: ImportSource,
): Promise<ImportReport> {
  let report = EMPTY_REPORT;
  let batch: PreparedImport[] = [];
  const flush = async (): Promise<void> => {
    report = await storeBatch(app, actor, calendar, batch, report);
    batch = [];
    await source.onProgress?.(report);
  };
  const options = { newUid: uidOfText, ...(source.onHeader ? { onHeader: source.onHeader } : {}) };
  for await (const imported of splitByUid(source.chunks, options)) {
    batch.push(prepareImport(app, imported));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return report;
}

/** A UID from the text itself, so that importing the same file twice finds it again. */
const uidOfText = (text: string): string =>
  `${createHash("sha256").update(text).digest("hex").slice(0, 32)}@import.snart`;

type PreparedImport =
  | { readonly prepared: PreparedObject; readonly line: number }
  | { readonly skipped: SkippedObject };

function prepareImport(app: App, imported: ImportedObject): PreparedImport {
  const { line } = imported;
  if (!imported.ok) {
    const problem: Problem = { code: "invalid-calendar-data", problem: imported.problem };
    return { skipped: skippedBy(problem, { uid: imported.uid ?? null, title: null, line }) };
  }
  const prepared = prepareObject(app, serialiseICalendar(imported.calendar));
  if (prepared.ok) return { prepared: prepared.value, line };
  return {
    skipped: skippedBy(prepared.problem, { uid: imported.uid, title: titleOf(imported.calendar), line }),
  };
}

/** The title of the first component that has one, as its owner knows it. */
function titleOf(calendar: Component): string | null {
  const titles = calendar.components.map((component) => textValue(component, "SUMMARY"));
  return titles.find((title) => title !== undefined) ?? null;
}

function skippedBy(problem: Problem, where: Pick<SkippedObject, "uid" | "title" | "line">): SkippedObject {
  if (problem.code !== "invalid-calendar-data") return { ...where, code: problem.code, detail: "" };
  const { problem: cause } = problem;
  return { ...where, code: cause.code, detail: "detail" in cause ? cause.detail : "" };
}

function storeBatch(
  app: App,
  actor: Actor,
  calendar: Calendar,
  batch: readonly PreparedImport[],
  before: ImportReport,
): Promise<ImportReport> {
  return writeAccount(app, actor, calendar.accountId, async (scope) => {
    const outcomes: Outcome[] = [];
    for (const item of batch)
      outcomes.push("skipped" in item ? item : await storeOne(scope, calendar.id, item));
    return withOutcomes(before, outcomes);
  });
}

type Outcome =
  | { readonly skipped: SkippedObject }
  | { readonly kind: "added" | "updated" | "unchanged"; readonly id: ObjectId };

async function storeOne(
  scope: WriteScope,
  calendarId: CalendarId,
  { prepared, line }: { readonly prepared: PreparedObject; readonly line: number },
): Promise<Outcome> {
  const { uid } = prepared.object;
  const grant = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  const current = await scope.tx.objects.byUid(calendarId, uid);
  const id = current?.id ?? (scope.app.newId() as ObjectId);
  const target = { uri: current?.uri ?? `${id}.ics`, id, current };
  const stored = grant.ok ? await storeObject(scope, grant.value, target, prepared) : grant;
  if (!stored.ok) return { skipped: skippedBy(stored.problem, { uid, title: prepared.summary, line }) };
  const { created, unchanged } = stored.value;
  return { kind: created ? "added" : unchanged ? "unchanged" : "updated", id };
}

function withOutcomes(report: ImportReport, outcomes: readonly Outcome[]): ImportReport {
  const ofKind = (kind: "added" | "updated" | "unchanged"): readonly ObjectId[] =>
    outcomes.flatMap((outcome) => ("kind" in outcome && outcome.kind === kind ? [outcome.id] : []));
  const skipped = outcomes.flatMap((outcome) => ("skipped" in outcome ? [outcome.skipped] : []));
  const added = ofKind("added");
  return {
    processed: report.processed + outcomes.length,
    added: report.added + added.length,
    updated: report.updated + ofKind("updated").length,
    unchanged: report.unchanged + ofKind("unchanged").length,
    skipped: [...report.skipped, ...skipped],
    addedIds: [...report.addedIds, ...added],
  };
}
