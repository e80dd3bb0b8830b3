import type { SkippedObject } from "@snart/calendar/jmap/import.ts";
import { createHash } from "node:crypto";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import {
  splitByUid,
  type ImportedObject,
  type SplitOptions,
  type StreamHeader,
} from "@snart/calendar/icalendar/split-stream.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { unknownZoneWarnings } from "@snart/calendar/recurrence/resolve-zone.ts";
import { valueWarnings } from "@snart/calendar/recurrence/value-warnings.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, Modseq, ObjectId } from "../../storage/records/ids.ts";
import type { Turn } from "../../turns/turns.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import {
  bringAttachments,
  namesFiles,
  type BroughtFiles,
  type BroughtObject,
  type MissedFile,
} from "../write/bring-attachments.ts";
import { grantCalendar } from "../grants.ts";
import { checkMended, type CheckedObject } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";

/** A file missing from an imported object, with the reason. */
interface MissedAttachment extends MissedFile {
  readonly uid: string;
  readonly title: string | null;
}

export interface ImportReport {
  readonly processed: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The first skipped objects; {@link skippedCount} counts all of them. */
  readonly skipped: readonly SkippedObject[];
  /** The first of those that came without a part that could not be read, and how many there were. */
  readonly mended: readonly SkippedObject[];
  readonly mendedCount: number;
  /** Number of files imported with the objects. */
  readonly attachments: number;
  /** The first missing files, and their number. */
  readonly missedAttachments: readonly MissedAttachment[];
  readonly missedCount: number;
  /** The account's modseqs of added objects: each belongs to one batch of this import only. */
  readonly modseqs: readonly Modseq[];
}

export const EMPTY_REPORT: ImportReport = {
  processed: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  skipped: [],
  mended: [],
  mendedCount: 0,
  attachments: 0,
  missedAttachments: [],
  missedCount: 0,
  modseqs: [],
};

/** The report is rewritten with every batch, so a hostile file can only add a limited amount to it. */
export const SKIPPED_TOLD = 500;
const LONGEST_TEXT = 200;

/** How many objects were skipped, listed or not. */
export const skippedCount = ({ processed, added, updated, unchanged }: ImportReport): number =>
  processed - added - updated - unchanged;

interface ImportSource {
  readonly chunks: AsyncIterable<string> | Iterable<string>;
  readonly onHeader?: (header: StreamHeader) => void;
  /** The report of an earlier run that was interrupted: its work is skipped, and counted. */
  readonly resume?: ImportReport;
  /** Whether stored and imported text mean the same, though their letters differ; absent: never. */
  readonly isSame?: (stored: string, given: string) => boolean;
  /** The UIDs of objects that stay as they are, wherever they are; absent: none. */
  readonly known?: ReadonlySet<string>;
  /** Called for every UID, also of objects that could not be imported. */
  readonly onUid?: (uid: string) => void;
  /** Files imported with the calendar; absent: none, and its references stay. */
  readonly files?: BroughtFiles;
  /** The server's public address, for the files' URLs. */
  readonly origin?: string;
  /** Called in each batch's transaction, so that the stored report matches the imported part exactly. */
  readonly onProgress?: (report: ImportReport, tx: WriteTransaction) => Promise<void> | void;
}

/** Objects and characters written per transaction: enough for speed, few enough that other writers wait little. */
const BATCH = 100;
const BATCH_SIZE = 256 * 1024;

/**
 * Reads an exported calendar of any length into a calendar, one object per UID: new ones are added, existing ones
 * with other contents are updated (the former text stays as a version), the rest is left alone. Unreadable objects
 * are skipped and reported; nothing else stops it.
 */
export async function importObjects(
  app: App,
  actor: Actor,
  calendar: Calendar,
  source: ImportSource,
): Promise<ImportReport> {
  let report = source.resume ?? EMPTY_REPORT;
  let passedOver = report.processed;
  let batch: PreparedImport[] = [];
  let size = 0;
  const { isSame, files, known } = source;
  const target = { calendarId: calendar.id, isSame, files, known };
  const flush = async (): Promise<void> => {
    report = await writeAccount(app, actor, calendar.accountId, async (inAccount) => {
      const scope = source.origin === undefined ? inAccount : { ...inAccount, origin: source.origin };
      const next = await storeBatch(scope, target, batch, report);
      await source.onProgress?.(next, scope.tx);
      return next;
    });
    batch = [];
    size = 0;
  };
  const { onHeader } = source;
  const turn = app.turns.of(actor.principalId, "background");
  const options = { ...streamBounds(app, turn), newUid: uidOfText, ...(onHeader && { onHeader }) };
  for await (const imported of splitByUid(source.chunks, options)) {
    if (imported.uid !== undefined) source.onUid?.(imported.uid);
    if (passedOver > 0) {
      passedOver--;
      continue;
    }
    const prepared = prepareImport(app, imported);
    batch.push(prepared);
    size += "checked" in prepared ? prepared.checked.text.length : 0;
    if (turn.isDue()) await turn.next();
    if (batch.length >= BATCH || size >= BATCH_SIZE || (source.files && bringsFiles(prepared))) await flush();
  }
  await flush();
  return report;
}

/** The bounds of reading whole files, and the turns that others get meanwhile. */
export function streamBounds(
  { limits }: Pick<App, "limits">,
  turn: Turn,
): Required<Pick<SplitOptions, "limits" | "maxComponents" | "pause">> {
  return {
    limits: { maxLength: limits.objectSize, maxProperties: limits.linesPerObject },
    maxComponents: limits.overridesPerObject + 1,
    pause: () => (turn.isDue() ? turn.next() : undefined),
  };
}

/** A UID from the text itself, so that importing the same file twice finds it again. */
export const uidOfText = (text: string): string =>
  `${createHash("sha256").update(text).digest("hex").slice(0, 32)}@import.snart`;

type PreparedImport =
  | { readonly checked: CheckedObject; readonly line: number; readonly mended?: SkippedObject }
  | { readonly skipped: SkippedObject };

/** Files are large: nobody should wait for those of more than one object. */
const bringsFiles = (item: PreparedImport): boolean => "checked" in item && namesFiles(item.checked);

/** Reads and checks one object of an import, outside any transaction. */
export function prepareImport(app: App, imported: ImportedObject): PreparedImport {
  const { line } = imported;
  if (!imported.ok) {
    const problem: Problem = { code: "invalid-calendar-data", problem: imported.problem };
    return {
      skipped: skippedBy(problem, { uid: imported.uid ?? null, title: imported.title ?? null, line }),
    };
  }
  const { uid, calendar } = imported;
  const known = { uid, title: titleOf(calendar), line };
  const checked = checkMended(app, calendar);
  if (!checked.ok) return { skipped: skippedBy(checked.problem, known) };
  const mended = whatWasMended(checked.value, known);
  return { checked: checked.value, line, ...(mended && { mended }) };
}

/** Why an object is not all that its text seems to say: a part was dropped, or is read as something else. */
function whatWasMended(
  { object, dropped }: CheckedObject & { readonly dropped: readonly CalendarProblem[] },
  known: Known,
): SkippedObject | undefined {
  const [problem] = dropped;
  if (problem) return skippedBy({ code: "invalid-calendar-data", problem }, known);
  // An empty value loses nothing. Times in a zone that nobody knows may be other ones.
  const warning =
    valueWarnings(object).find(({ code }) => code === "unreadable-value") ?? unknownZoneWarnings(object)[0];
  return warning && { ...shortened(known), code: warning.code, detail: warning.detail };
}

/** Whether a part of an object could not be read. */
export const missesPart = (checked: Parameters<typeof whatWasMended>[0]): boolean =>
  whatWasMended(checked, { uid: null, title: null, line: 0 }) !== undefined;

/** The title of the first component that has one, as its owner knows it. */
function titleOf(calendar: Component): string | null {
  const titles = calendar.components.map((component) => textValue(component, "SUMMARY"));
  return titles.find((title) => title !== undefined) ?? null;
}

type Known = Pick<SkippedObject, "uid" | "title" | "line">;

function skippedBy(problem: Problem, known: Known): SkippedObject {
  const cause = problem.code === "invalid-calendar-data" ? problem.problem : { code: problem.code };
  const detail = "detail" in cause ? cause.detail : "";
  return { ...shortened(known), code: cause.code, detail: short(detail) };
}

const shortened = ({ uid, title, line }: Known): Known => ({ uid: short(uid), title: short(title), line });

const short = <T extends string | null>(text: T): T => (text?.slice(0, LONGEST_TEXT) ?? null) as T;

interface Target {
  readonly calendarId: CalendarId;
  readonly isSame: ImportSource["isSame"] | undefined;
  readonly files: BroughtFiles | undefined;
  readonly known: ReadonlySet<string> | undefined;
}

async function storeBatch(
  scope: WriteScope,
  into: Target,
  batch: readonly PreparedImport[],
  before: ImportReport,
): Promise<ImportReport> {
  const outcomes: Outcome[] = [];
  for (const item of batch) outcomes.push("skipped" in item ? item : await storeOne(scope, into, item));
  return withOutcomes(before, outcomes, scope.modseq);
}

type Outcome =
  | { readonly skipped: SkippedObject }
  | {
      readonly kind: "added" | "updated" | "unchanged";
      readonly attached: number;
      readonly mended?: SkippedObject;
      readonly missed: readonly MissedAttachment[];
    };

async function storeOne(
  scope: WriteScope,
  { calendarId, isSame, files, known }: Target,
  item: { readonly checked: CheckedObject; readonly line: number; readonly mended?: SkippedObject },
): Promise<Outcome> {
  const part = item.mended && { mended: item.mended };
  const { uid, calendar } = item.checked.object;
  const title = titleOf(calendar) ?? "";
  const grant = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  const current = await scope.tx.objects.byUid(calendarId, uid);
  const leftOut = ({ problem }: { readonly problem: Problem }): Outcome => ({
    skipped: skippedBy(problem, { uid, title, line: item.line }),
  });
  if (!grant.ok) return leftOut(grant);
  if (known?.has(uid) || (current && isSame?.(current.icalendar, item.checked.text)))
    return { kind: "unchanged", attached: 0, missed: [], ...part };
  const brought = files ? await bringAttachments(scope, current, item.checked, files) : alone(item.checked);
  if (!brought.ok) return leftOut(brought);
  const id = current?.id ?? (scope.app.newId() as ObjectId);
  const target = { uri: current?.uri ?? `${id}.ics`, id, current: current && new ReadObject(current) };
  const stored = await storeObject(scope, grant.value, target, brought.value.checked);
  if (!stored.ok) return leftOut(stored);
  const { created, unchanged } = stored.value;
  const missed = brought.value.missed.map(({ managedId, filename, code }) => {
    return {
      uid: short(uid),
      title: short(title),
      managedId: short(managedId),
      filename: short(filename),
      code,
    };
  });
  const kind = created ? "added" : unchanged ? "unchanged" : "updated";
  return { kind, attached: brought.value.attached, missed, ...part };
}

const alone = (checked: CheckedObject): Result<BroughtObject, Problem> =>
  ok({ checked, attached: 0, missed: [] });

function withOutcomes(report: ImportReport, outcomes: readonly Outcome[], modseq: Modseq): ImportReport {
  const count = (kind: "added" | "updated" | "unchanged"): number =>
    outcomes.filter((outcome) => "kind" in outcome && outcome.kind === kind).length;
  const skipped = outcomes.flatMap((outcome) => ("skipped" in outcome ? [outcome.skipped] : []));
  const added = count("added");
  const stored = outcomes.filter((outcome) => "kind" in outcome);
  const mended = stored.flatMap((outcome) => outcome.mended ?? []);
  const missed = stored.flatMap((outcome) => outcome.missed);
  return {
    processed: report.processed + outcomes.length,
    added: report.added + added,
    updated: report.updated + count("updated"),
    unchanged: report.unchanged + count("unchanged"),
    skipped: [...report.skipped, ...skipped].slice(0, SKIPPED_TOLD),
    mended: [...report.mended, ...mended].slice(0, SKIPPED_TOLD),
    mendedCount: report.mendedCount + mended.length,
    attachments: report.attachments + stored.reduce((sum, { attached }) => sum + attached, 0),
    missedAttachments: [...report.missedAttachments, ...missed].slice(0, SKIPPED_TOLD),
    missedCount: report.missedCount + missed.length,
    modseqs: added > 0 ? [...report.modseqs, modseq] : report.modseqs,
  };
}
