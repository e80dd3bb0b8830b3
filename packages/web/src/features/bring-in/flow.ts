import type { ImportRecord, RehearsalRecord } from "@snart/calendar/jmap/import.ts";
import { ok } from "@snart/calendar/result.ts";
import { useSyncExternalStore } from "react";
import {
  fetchImports,
  rehearseImport,
  startImport,
  stopImport,
  undoImport,
} from "../../api/calendars/import-api.ts";
import { fetchCalendars } from "../../api/items/calendar-api.ts";
import { listOtherCalendars, type OtherAccess } from "../../api/calendars/other-calendars-api.ts";
import { wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import { upload } from "../../api/upload.ts";
import { Observable } from "../../store/sync/observable.ts";
import { attachmentsFor, lookAtFiles, type Looked } from "../import/model.ts";
import {
  foundIn,
  isHere,
  isImporting,
  isOver,
  jobsOf,
  NEW,
  ready,
  targetFor,
  type BringIn,
  type ComingCalendar,
  type Source,
} from "./model.ts";
import { codeOf } from "./connect-error.ts";
import { keepBringIn, keptBringIn } from "./kept.ts";
import { readComing } from "./read-coming.ts";

const EMPTY: BringIn = { source: "file", calendars: [], passedOver: [] };

const NOTHING: RehearsalRecord = {
  name: null,
  color: null,
  events: 0,
  tasks: 0,
  others: 0,
  here: 0,
  first: null,
  last: null,
  skipped: [],
  skippedCount: 0,
  mended: [],
  mendedCount: 0,
};

const flow = new Observable<BringIn>(EMPTY);
/** Tells what began earlier that it is not wanted any more. */
let run = 0;
/** The bounds that the server has said, for what comes with the files. */
let bounds: Pick<Looked, "limit" | "mostFiles"> = { limit: Infinity, mostFiles: 0 };

/** Whose account it is brought into. */
let owner: string | undefined;
flow.subscribe(() => {
  if (owner !== undefined) keepBringIn(owner, flow.get());
});

/** The way into the other server, as long as something is read from there; it is never stored. */
let access: OtherAccess | undefined;

/** Returns what is being brought in. */
export const useBringIn = (): BringIn => useSyncExternalStore(flow.subscribe, flow.get);

/** Begins again with a source; does nothing while something is being imported. */
export function chooseSource(source: Source): void {
  if (isImporting(flow.get())) return;
  run++;
  access = undefined;
  flow.set({ ...EMPTY, source });
}

/** Goes on with what was being brought in before the page was reloaded: the server still has what was read. */
export function resume(accountId: string): void {
  if (owner === accountId) return;
  owner = accountId;
  const kept = keptBringIn(accountId);
  const mine = ++run;
  access = undefined;
  flow.set(kept ?? EMPTY);
  if (kept) void rehearse(accountId, mine);
}

/** Looks at files, sends those that are calendars, and rehearses each. */
export async function addFiles(accountId: string, files: readonly File[]): Promise<void> {
  if (files.length === 0 || flow.get().begunAt !== undefined) return;
  const mine = ++run;
  flow.set({ ...flow.get(), isLooking: true });
  const looked = await lookAtFiles(files);
  if (mine !== run) return;
  bounds = looked;
  const before = flow.get();
  const coming = looked.candidates.map(
    ({ file, archived, calendarName, problem }, index): ComingCalendar => ({
      key: `${mine} ${index}`,
      name: calendarName,
      color: null,
      from: { kind: "file", importable: { file, ...(archived && { archived }) } },
      isWanted: problem === undefined,
      target: NEW,
      blobIds: [],
      state:
        problem === undefined
          ? { kind: "waiting" }
          : { kind: "unusable", code: problem, limit: looked.limit },
    }),
  );
  flow.set({
    ...before,
    isLooking: false,
    calendars: [...before.calendars, ...coming],
    passedOver: [...before.passedOver, ...looked.passedOver],
  });
  await rehearse(accountId, mine);
}

function change(key: string, fields: Partial<ComingCalendar>): void {
  const at = flow.get();
  flow.set({
    ...at,
    calendars: at.calendars.map((each) => (each.key === key ? { ...each, ...fields } : each)),
  });
}

/** Reads and rehearses what waits, one after the other. */
async function rehearse(accountId: string, mine: number): Promise<void> {
  const here = await fetchCalendars(accountId);
  const writable = here.ok ? here.value.list.filter(({ mayWrite }) => mayWrite) : [];
  for (;;) {
    const next = flow.get().calendars.find(({ isWanted, state }) => isWanted && state.kind === "waiting");
    if (!next || mine !== run) return;
    const isAsked = next.from.kind === "server";
    change(next.key, { state: { kind: "reading", share: isAsked ? undefined : 0, isListing: isAsked } });
    const isMine = (): boolean => mine === run;
    const tellShare = (share: number): void => {
      if (isMine()) change(next.key, { state: { kind: "reading", share } });
    };
    const read = await readComing(accountId, next.from, access, tellShare, isMine);
    if (!isMine()) return;
    if (read.ok) change(next.key, { state: { kind: "reading", share: undefined } });
    const rehearsed = read.ok ? await rehearseAll(accountId, read.value.blobIds) : read;
    if (!isMine()) return;
    if (!rehearsed.ok) change(next.key, { state: unusable(rehearsed.problem) });
    if (!read.ok || !rehearsed.ok) continue;
    change(next.key, {
      ...read.value,
      rehearsal: rehearsed.value,
      color: next.color ?? rehearsed.value.color,
      ...chosenFor(next, rehearsed.value, writable),
      state: { kind: "rehearsed" },
    });
  }
}

type Writable = Parameters<typeof targetFor>[1];

/** What is chosen for a calendar until somebody says otherwise: what is here already is not needed again. */
function chosenFor(
  { name, from }: ComingCalendar,
  rehearsal: RehearsalRecord,
  writable: Writable,
): Pick<ComingCalendar, "isWanted" | "target"> {
  if (from.kind === "kept") return { isWanted: from.isWanted, target: from.target };
  return { isWanted: foundIn(rehearsal) > 0 && !isHere(rehearsal), target: targetFor(name, writable) };
}

/** An empty calendar has nothing to rehearse. */
const rehearseAll = async (accountId: string, blobIds: readonly string[]): Asked<RehearsalRecord> =>
  blobIds.length > 0 ? rehearseImport(accountId, blobIds) : ok(NOTHING);

const unusable = (problem: ApiProblem): Extract<ComingCalendar["state"], { kind: "unusable" }> => ({
  kind: "unusable",
  code: codeOf(problem),
});

/**
 * Finds somebody's calendars on another server and rehearses each.
 * @returns why that was not possible: what the other server did, or an error code of this one
 */
export async function connect(accountId: string, wanted: OtherAccess): Promise<string | undefined> {
  const mine = ++run;
  const found = await listOtherCalendars(accountId, wanted);
  if (mine !== run) return undefined;
  if (!found.ok) return codeOf(found.problem);
  access = wanted;
  const host = URL.parse(wanted.address.includes("://") ? wanted.address : `https://${wanted.address}`)?.host;
  flow.set({
    ...flow.get(),
    connected: { host: host ?? wanted.address, username: wanted.username, at: Date.now() },
    calendars: found.value.map(({ url, name, color }) => ({
      key: url,
      name,
      color,
      from: { kind: "server", url },
      isWanted: true,
      target: NEW,
      blobIds: [],
      state: { kind: "waiting" },
    })),
  });
  void rehearse(accountId, mine).then(() => {
    // Nobody needs the password after everything was read.
    if (mine === run) access = undefined;
  });
  return undefined;
}

export const want = (key: string, isWanted: boolean): void => change(key, { isWanted });
export const setTarget = (key: string, target: string): void => change(key, { target });

/** Imports what was rehearsed and is wanted. @param onlyNew leaves alone what is here already */
export async function begin(accountId: string, onlyNew: boolean): Promise<void> {
  const mine = ++run;
  const coming = ready(flow.get().calendars);
  flow.set({ ...flow.get(), begunAt: Date.now() });
  for (const calendar of coming) {
    const job = await startOne(accountId, calendar, onlyNew);
    if (mine !== run) return;
    change(calendar.key, { state: job });
  }
  await follow(accountId, mine);
}

async function startOne(
  accountId: string,
  { blobIds: [blobId = "", ...moreBlobIds], name, target, from }: ComingCalendar,
  onlyNew: boolean,
): Promise<Extract<ComingCalendar["state"], { kind: "importing" | "unusable" }>> {
  const attachments =
    from.kind !== "file"
      ? ok(undefined)
      : await attachmentsFor(from.importable, {
          upload: (file, onProgress) => upload(accountId, file, { onProgress }),
          mostBytes: bounds.limit,
          mostFiles: bounds.mostFiles,
        });
  if (!attachments.ok) return { kind: "unusable", code: wordedCode(attachments.problem) };
  const into =
    target === NEW ? ({ kind: "new", name } as const) : ({ kind: "calendar", calendarId: target } as const);
  const more = { moreBlobIds, onlyNew };
  const started = await startImport(accountId, blobId, into, attachments.value, more);
  return started.ok
    ? { kind: "importing", job: started.value }
    : { kind: "unusable", code: wordedCode(started.problem) };
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_500;

/** Follows the imports until all are over, however long the server is away meanwhile. */
async function follow(accountId: string, mine: number): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const open = jobsOf(flow.get().calendars).filter((job) => !isOver(job));
    if (open.length === 0 || mine !== run) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
    const asked = await fetchImports(
      accountId,
      open.map(({ id }) => id),
    );
    if (mine !== run) return;
    if (asked.ok) {
      flow.set({ ...flow.get(), toldAt: Date.now() });
      for (const job of asked.value) tell(job);
    }
    if (!asked.ok && asked.problem.kind !== "unreachable")
      return flow.set({ ...flow.get(), problem: wordedCode(asked.problem) });
  }
}

function tell(job: ImportRecord): void {
  const of = flow.get().calendars.find(({ state }) => state.kind === "importing" && state.job.id === job.id);
  if (of) change(of.key, { state: { kind: "importing", job } });
}

/** Stops what is being imported; what has come stays. */
export async function stop(accountId: string): Promise<void> {
  for (const { id } of jobsOf(flow.get().calendars).filter((job) => !isOver(job))) {
    const stopped = await stopImport(accountId, id);
    if (stopped.ok) tell(stopped.value);
    else flow.set({ ...flow.get(), problem: wordedCode(stopped.problem) });
  }
}

/** Takes back everything that came and nobody has changed since. */
export async function undo(accountId: string): Promise<void> {
  for (const { key, state } of flow.get().calendars) {
    if (state.kind !== "importing" || state.job.added === 0) continue;
    const undone = await undoImport(accountId, state.job.id);
    if (!undone.ok) return flow.set({ ...flow.get(), problem: wordedCode(undone.problem) });
    change(key, { state: { kind: "undone", job: state.job } });
  }
}
