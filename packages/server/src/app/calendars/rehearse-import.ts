import type { RehearsalRecord, SkippedObject } from "@snart/calendar/jmap/import.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { splitByUid, type StreamHeader } from "@snart/calendar/icalendar/split-stream.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { downloadBlob, type DownloadedBlob } from "../blobs.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { textPieces } from "../text-pieces.ts";
import { prepareImport, SKIPPED_TOLD, streamBounds, uidOfText } from "./import-calendar.ts";

/**
 * What an import of uploads would bring into an account: reads them as the import does, and stores nothing.
 * @param blobIds one calendar, in as many uploads as it came in
 * @returns dates are those of the starts, each in its own zone
 */
export async function rehearseImport(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  blobIds: readonly string[],
): Promise<Result<RehearsalRecord, Problem>> {
  const account = await app.storage.read((tx) => grantAccount(tx, actor, accountId));
  if (!account.ok) return account;
  const blobs = await blobsOf(app, actor, accountId, blobIds);
  if (!blobs.ok) return blobs;
  const known = await app.storage.read((tx) => knownUids(tx, accountId));
  const found = new Rehearsal(known);
  const turn = app.turns.of(actor.principalId, "background");
  const options = {
    ...streamBounds(app, turn),
    newUid: uidOfText,
    onHeader: (header: StreamHeader) => void (found.header = header),
  };
  for await (const imported of splitByUid(textOfBlobs(blobs.value), options)) {
    found.add(prepareImport(app, imported), imported.uid);
    if (turn.isDue()) await turn.next();
  }
  return ok(found.record());
}

/** The UIDs of everything in the calendars of an account. */
export async function knownUids(tx: ReadTransaction, accountId: PrincipalId): Promise<ReadonlySet<string>> {
  const calendars = await tx.calendars.ofAccount(accountId);
  const heads = await tx.objects.heads({ calendarIds: calendars.map(({ id }) => id) });
  return new Set(heads.map(({ uid }) => uid));
}

/** Several uploads, of which none may be missing. */
export async function blobsOf(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  ids: readonly string[],
): Promise<Result<readonly DownloadedBlob[], Problem>> {
  const blobs: DownloadedBlob[] = [];
  for (const id of ids) {
    const blob = await downloadBlob(app, actor, accountId, id);
    if (!blob.ok) return failed(blob.problem);
    blobs.push(blob.value);
  }
  return ok(blobs);
}

/** The text of uploads one after the other, each of which begins at the beginning of a line. */
export async function* textOfBlobs(blobs: readonly DownloadedBlob[]): AsyncGenerator<string> {
  for (const { content } of blobs) {
    yield* textPieces(content());
    yield "\r\n";
  }
}

/** Counts what comes. */
class Rehearsal {
  header: StreamHeader = {};
  readonly #known: ReadonlySet<string>;
  readonly #skipped: SkippedObject[] = [];
  readonly #mended: SkippedObject[] = [];
  #counts = { events: 0, tasks: 0, others: 0, here: 0, skippedCount: 0, mendedCount: 0 };
  #first: string | null = null;
  #last: string | null = null;

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  add(item: ReturnType<typeof prepareImport>, uid: string | undefined): void {
    const counts = this.#counts;
    if ("skipped" in item) {
      if (counts.skippedCount++ < SKIPPED_TOLD) this.#skipped.push(item.skipped);
      return;
    }
    const { object } = item.checked;
    counts[object.type === "VEVENT" ? "events" : object.type === "VTODO" ? "tasks" : "others"]++;
    if (uid !== undefined && this.#known.has(uid)) counts.here++;
    if (item.mended && counts.mendedCount++ < SKIPPED_TOLD) this.#mended.push(item.mended);
    if (object.type === "VEVENT") this.#reach(object);
  }

  #reach({ main, overrides }: CalendarObject): void {
    for (const component of main ? [main, ...overrides] : overrides) {
      const day = /^(\d{4})(\d\d)(\d\d)/.exec(firstProperty(component, "DTSTART")?.value ?? "");
      if (!day) continue;
      const date = day.slice(1).join("-");
      if (this.#first === null || date < this.#first) this.#first = date;
      if (this.#last === null || date > this.#last) this.#last = date;
    }
  }

  record(): RehearsalRecord {
    const { name = null, colour: color = null } = this.header;
    return {
      name,
      color,
      ...this.#counts,
      first: this.#first,
      last: this.#last,
      skipped: this.#skipped,
      mended: this.#mended,
    };
  }
}
