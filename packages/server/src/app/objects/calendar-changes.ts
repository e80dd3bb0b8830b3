import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CollectionChanges } from "../../storage/records/changes.ts";
import type { CalendarId, Modseq } from "../../storage/records/ids.ts";
import type { ListedObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { readableOf, unlessDamaged } from "./leaving-out.ts";

/** A place in the log of a calendar. */
export interface CalendarPlace {
  readonly since: Modseq;
  /** of the modseq after `since`, members with URIs up to this are known */
  readonly within: string;
  /** at which modseqs up to `since` members changed that could not be read when they should have been told */
  readonly lost?: readonly ModseqRange[];
}

/** From and to, both inclusive. */
export type ModseqRange = readonly [Modseq, Modseq];

export interface CalendarChanges extends CollectionChanges {
  /** the modseqs of members that have changed and can't be read, also of those of the place that can't be read still */
  readonly lost: readonly ModseqRange[];
}

/**
 * What changed in a calendar after a place in its log (RFC 6578 §3.2); see `ChangeReads.inCalendar`. What can't be read is left out and
 * told as soon as it can be: then all comes at once.
 */
export function calendarChanges(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  place: CalendarPlace,
  limit: number,
): Promise<Result<CalendarChanges, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    const { since, within, lost: lostBefore = [] } = place;
    const whole = await unlessDamaged(() => tx.changes.inCalendar(calendarId, since, limit, within));
    if (whole === "too-old") return failed({ code: "changes-too-old" });
    const found =
      whole === "damaged"
        ? await readableChanges(tx, grant.value.calendar, place)
        : { ...whole, lost: [] as readonly ModseqRange[] };
    const { lost } = found;
    if (lostBefore.length === 0 || found.hasMore) return ok({ ...found, lost: [...lostBefore, ...lost] });
    const before = await readableIn(tx, calendarId, lostBefore);
    const known = new Set(found.changed.map(({ id }) => id));
    const changed = [...found.changed, ...before.heads.filter(({ id }) => !known.has(id))];
    return ok({ ...found, changed, lost: [...before.lost, ...lost] });
  });
}

async function readableChanges(
  tx: ReadTransaction,
  { id, contentModseq }: Calendar,
  { since, within }: CalendarPlace,
): Promise<CalendarChanges> {
  const { heads, lost } = await readableIn(tx, id, [[since + 1, Infinity]]);
  const isFirst = since === 0 && within === "";
  return {
    newModseq: Math.max(within === "" ? since : since + 1, contentModseq),
    hasMore: false,
    changed: heads,
    // A new client knows of nothing that could be gone.
    removed: isFirst ? [] : await tx.changes.removedFromCalendar(id, since, within),
    lost,
  };
}

/** What can be read of the members that changed last at one of these modseqs, and when the others did. */
async function readableIn(
  tx: ReadTransaction,
  calendarId: CalendarId,
  ranges: readonly ModseqRange[],
): Promise<{ readonly heads: readonly ListedObject[]; readonly lost: readonly ModseqRange[] }> {
  const changed = (await tx.objects.outlines(calendarId)).filter(({ modseq }) =>
    ranges.some(([from, to]) => from <= modseq && modseq <= to),
  );
  const lost: ModseqRange[] = [];
  const heads = await readableOf(
    changed,
    (some) => tx.objects.listedByIds(some.map(({ id }) => id)),
    ({ modseq }) => lost.push([modseq, modseq]),
  );
  return { heads, lost };
}

/** When members with these URIs changed last, by what the indexes know. */
export async function changedLast(
  app: App,
  calendarId: CalendarId,
  uris: ReadonlySet<string>,
): Promise<readonly ModseqRange[]> {
  const outlines = await app.storage.read((tx) => tx.objects.outlines(calendarId));
  return outlines.filter(({ uri }) => uris.has(uri)).map(({ modseq }): ModseqRange => [modseq, modseq]);
}
