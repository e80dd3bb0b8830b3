import type { RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, Storage } from "../../storage/port.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { insertCalendar } from "../calendars/create-calendar.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { writeWhole, type WriteScope } from "../scope.ts";
import {
  findPart,
  type CalendarPart,
  type Part,
  type PartNamed,
  type PartProblem,
} from "./part-of-backup.ts";
import { restoreFormer, standingOf, type Standing } from "./restore-former.ts";

export interface PartRequest {
  readonly part: PartNamed;
  /** Only reports what would be done. */
  readonly isRehearsal: boolean;
  /** What is here and has changed since gets its former text; without it, it stays as it is. */
  readonly replaces: boolean;
  /** for the audit log: who asked for it */
  readonly askedBy: string;
  /** `all`: objects of the backup */
  readonly onProgress?: ((progress: { readonly done: number; readonly all: number }) => void) | undefined;
}

/** Read together: texts of so many objects. */
const PAGE = 50;

/**
 * Brings a person's or a calendar's things from a backup into a living server. What is there stays, unless it is to be replaced; nothing
 * is removed. Everything is an ordinary change in one transaction: all of it comes or nothing, and nobody is notified.
 * @param former the backup, opened as a database
 */
export async function restorePart(
  app: App,
  former: Storage,
  request: PartRequest,
): Promise<Result<readonly RestoredCalendar[], PartProblem | Problem>> {
  const part = await app.storage.read((tx) => former.read((then) => findPart(tx, then, request.part)));
  if (!part.ok) return part;
  const wanted = part.value.calendars.filter(({ leftOut }) => leftOut === undefined);
  const all = await former.read((then) => countAll(then, wanted));
  let done = 0;
  const onPage = (objects: number): void => request.onProgress?.({ done: (done += objects), all });
  if (request.isRehearsal) return ok(await rehearse(app, former, part.value, onPage));
  return await write(app, former, part.value, request, () => {
    done = 0;
    return onPage;
  });
}

async function countAll(then: ReadTransaction, calendars: readonly CalendarPart[]): Promise<number> {
  let all = 0;
  for (const { former } of calendars) all += await then.objects.count(former.id);
  return all;
}

type OnPage = (objects: number) => void;

async function rehearse(app: App, former: Storage, part: Part, onPage: OnPage): Promise<RestoredCalendar[]> {
  const accountId = part.actor.principalId;
  const reports: RestoredCalendar[] = [];
  for (const one of part.calendars) {
    const report = new Report(one);
    if (!one.leftOut)
      for await (const objects of pagesOf(former, one.former)) {
        await app.storage.read((tx) =>
          former.read(async (then) => {
            const place = { accountId, calendarId: one.here?.id };
            for (const object of objects) report.add(object, await standingOf(tx, then, place, object));
          }),
        );
        onPage(objects.length);
      }
    reports.push(report.end());
  }
  return reports;
}

async function* pagesOf(former: Storage, { id }: Calendar): AsyncGenerator<readonly StoredObject[]> {
  let afterId: ObjectId | undefined;
  for (;;) {
    const query = { calendarIds: [id], limit: PAGE, ...(afterId && { afterId }) };
    const objects = await former.read((then) => then.objects.find(query));
    if (objects.length === 0) return;
    yield objects;
    afterId = objects.at(-1)?.id;
  }
}

function write(
  app: App,
  former: Storage,
  part: Part,
  request: PartRequest,
  begin: () => OnPage,
): Promise<Result<readonly RestoredCalendar[], Problem>> {
  const { actor } = part;
  return writeWhole(app, actor, actor.principalId, async (scope) => {
    // The database may have it done again from the beginning.
    const onPage = begin();
    const reports: RestoredCalendar[] = [];
    for (const one of part.calendars) {
      const report = new Report(one);
      const grant = one.leftOut ? undefined : await placeFor(scope, one);
      if (grant && !grant.ok) return grant;
      if (grant)
        for await (const objects of pagesOf(former, one.former)) {
          for (const object of objects)
            await restoreOne(scope, former, { grant: grant.value, request, report }, object);
          onPage(objects.length);
        }
      reports.push(report.end());
    }
    await audit(scope, request, reports);
    return ok(reports);
  });
}

interface Restoring {
  readonly grant: CalendarGrant;
  readonly request: PartRequest;
  readonly report: Report;
}

function restoreOne(
  scope: WriteScope,
  former: Storage,
  { grant, request, report }: Restoring,
  object: StoredObject,
): Promise<void> {
  return former.read(async (then) => {
    const place = { accountId: scope.accountId, calendarId: grant.calendar.id };
    const standing = await standingOf(scope.tx, then, place, object);
    const isWritten = standing.kind === "missing" || (standing.kind === "differs" && request.replaces);
    const current = standing.kind === "missing" ? undefined : standing.current;
    const done = isWritten ? await restoreFormer(scope, then, grant, object, current) : ok(undefined);
    report.add(object, standing, done.ok ? undefined : done.problem.code);
  });
}

/** The calendar here, or a new one with the same address and looks, that is shared with nobody. */
async function placeFor(
  scope: WriteScope,
  { former, here }: CalendarPart,
): Promise<Result<CalendarGrant, Problem>> {
  if (here) return grantCalendar(scope.tx, scope.actor, here.id, "mayWriteAll");
  const isTaken = (await scope.tx.calendars.byUri(scope.accountId, former.uri)) !== undefined;
  const { uri, ...fields } = former;
  return insertCalendar(scope, isTaken ? fields : { ...fields, uri });
}

async function audit(
  { app, tx, actor }: WriteScope,
  { part, askedBy }: PartRequest,
  reports: readonly RestoredCalendar[],
): Promise<void> {
  const restored = reports.reduce((sum, { missing, refused }) => sum + missing - total(refused), 0);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "part-restored",
    subject: part.kind === "person" ? part.address : part.name,
    detail: { login: askedBy, to: `${restored}` },
  });
}

const total = (refused: Readonly<Record<string, number>>): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

/** Counts what becomes of one calendar. */
class Report {
  readonly #part: CalendarPart;
  readonly #counts = { events: 0, tasks: 0, others: 0, missing: 0, same: 0, differing: 0 };
  readonly #refused: Record<string, number> = {};

  constructor(part: CalendarPart) {
    this.#part = part;
  }

  add({ component }: StoredObject, { kind }: Standing, refusal?: Problem["code"]): void {
    this.#counts[component === "VEVENT" ? "events" : component === "VTODO" ? "tasks" : "others"]++;
    this.#counts[kind === "differs" ? "differing" : kind]++;
    if (refusal !== undefined) this.#refused[refusal] = (this.#refused[refusal] ?? 0) + 1;
  }

  end(): RestoredCalendar {
    const { former, here, leftOut } = this.#part;
    const { name, uri } = here ?? former;
    const isNew = !here && leftOut === undefined;
    return { name, uri, isNew, leftOut: leftOut ?? null, ...this.#counts, refused: this.#refused };
  }
}

export const isPartProblem = (problem: PartProblem | Problem): problem is PartProblem =>
  typeof problem === "string";
