import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { steadinessOf, type Steadiness } from "@snart/calendar/recurrence/steadiness.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { ObjectHead, StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import { unlessDamaged } from "./leaving-out.ts";
import { readIfReadable } from "./read-stored.ts";

/** Reading a smaller text costs less than to keep what is in it. */
const LEAST_SIZE = 8 * 1024;

const isLarge = ({ component, isRecurring, size }: ObjectHead): boolean =>
  component === "VEVENT" && isRecurring && size >= LEAST_SIZE;

/** Keeps how regularly a large series takes place, for searches by time. */
export async function keepSteadiness(
  tx: Pick<WriteTransaction, "objects">,
  stored: StoredObject,
  object: CalendarObject,
): Promise<void> {
  const found = isLarge(stored) ? steadinessOf(object) : undefined;
  if (found) await tx.objects.setSteadiness(stored.id, stored.etag, found);
}

/** What was kept of those objects that are shown with the text that is stored. */
export async function keptSteadiness(
  app: App,
  shown: readonly StoredObject[],
): Promise<ReadonlyMap<ObjectId, Steadiness>> {
  const large = new Map(shown.filter(isLarge).map(({ id, etag }) => [id, etag]));
  if (large.size === 0) return new Map();
  return app.storage.read((tx) => tx.objects.steadiness(large));
}

/** How far the series of older releases have been looked at: the id of the last object, or that there are no more. */
const KEY = "steady-series";
const ALL = "all";
/** Objects and texts of one step. */
const HEADS = 500;
const TEXTS = 4;
const finished = new WeakSet<App["storage"]>();

/**
 * Keeps the same of series that were stored before anything was kept of any: in small steps, of which each goes on where the one before
 * has ended, in whichever process.
 * @returns of how many something was kept
 */
export async function keepOlderSteadiness(app: App, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopped() && !finished.has(app.storage)) {
    // What can't be read has to be read in every search, and so has all that comes after it.
    const kept = await unlessDamaged(() => keepNext(app));
    if (kept === "all" || kept === "damaged") finished.add(app.storage);
    else count += kept;
  }
  return count;
}

async function keepNext(app: App): Promise<number | "all"> {
  const turn = app.turns.of("steady series", "background");
  const step = await app.storage.read(async (tx) => {
    const place = await tx.settings.get(KEY);
    const heads = place === ALL ? [] : await tx.objects.headsAfter((place ?? "") as ObjectId | "", HEADS);
    if (heads.length === 0 && (place === undefined || place === ALL)) return undefined;
    const large = heads.filter(isLarge);
    const known = await tx.objects.steadiness(new Map(large.map(({ id, etag }) => [id, etag])));
    const wanted = large.filter(({ id }) => !known.has(id)).slice(0, TEXTS);
    // Up to the last of them, as more may follow.
    const end = wanted.length === TEXTS ? wanted.at(-1)?.id : heads.at(-1)?.id;
    return { texts: await tx.objects.byIds(wanted.map(({ id }) => id)), end };
  });
  if (!step) return "all";
  const found: [StoredObject, Steadiness][] = [];
  for (const stored of step.texts) {
    if (turn.isDue()) await turn.next();
    const object = readIfReadable(stored);
    const steadiness = object && steadinessOf(object);
    if (steadiness) found.push([stored, steadiness]);
  }
  return app.storage.write(async (tx) => {
    // What has been written meanwhile has its own.
    const present = await tx.objects.listedByIds(found.map(([{ id }]) => id));
    const etags = new Map(present.map(({ id, etag }) => [id, etag]));
    for (const [{ id, etag }, steadiness] of found)
      if (etags.get(id) === etag) await tx.objects.setSteadiness(id, etag, steadiness);
    await tx.settings.replace(KEY, step.end ?? ALL);
    return step.end === undefined ? "all" : found.length;
  });
}
