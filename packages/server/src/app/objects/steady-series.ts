import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { steadinessOf, type Steadiness } from "@snart/calendar/recurrence/steadiness.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";

/** Reading a smaller text costs less than to keep what is in it. */
const LEAST_SIZE = 8 * 1024;

const isLarge = ({ component, isRecurring, size }: StoredObject): boolean =>
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
