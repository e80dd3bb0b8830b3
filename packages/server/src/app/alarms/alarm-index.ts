import { nextAlarm } from "@snart/calendar/alarms/next-alarm.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { NextAlarm, WaitingAlarms } from "../../storage/port/reminders.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { alertsOf } from "./alerts-in-force.ts";
import type { App } from "../app.ts";
import type { CalendarGrant } from "../grants.ts";
import type { WriteScope } from "../scope.ts";
import { eachStored, writeWithoutLost } from "../objects/pages-by-size.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { alarmViewers, type AlarmViewers } from "./alarm-viewers.ts";
import { withdrawReminders } from "./withdraw-reminders.ts";

/** Objects in one transaction, so that others only wait milliseconds. */
const PART = 50;

/** Whether a text may have alarms of its own. */
const hasAlarms = (icalendar: string): boolean => /VALARM|useDefaultAlerts/i.test(icalendar);

/** Marks a written object for a search of its next alarm; skips objects that have no alarm before or after. */
export async function deferAlarms(
  { tx, now }: Pick<WriteScope, "tx" | "now">,
  { remindsOthers }: Pick<CalendarGrant, "remindsOthers">,
  { id, icalendar }: Pick<StoredObject, "id" | "icalendar">,
  former?: StoredObject,
): Promise<void> {
  if (former || remindsOthers || hasAlarms(icalendar)) await tx.reminders.defer(id, now);
}

/**
 * Finds the next alarm of written objects, for each person who may get one.
 * @returns how many objects were processed
 */
export async function refreshAlarms(app: App, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopped() && (await app.storage.read((tx) => tx.reminders.isWaiting()))) {
    const done = await writeWithoutLost(app, async (tx, lost, takes) => {
      const waiting = await tx.reminders.takeWaiting(PART);
      const since = new Map(waiting.map((one) => [one.objectId, one.since]));
      takes([...since.keys()]);
      const part = { tx, ...alarmViewers(tx) };
      const settled: ObjectId[] = [];
      const readable = [...since.keys()].filter((id) => !lost.has(id));
      for await (const [objectId, stored] of eachStored(tx, readable)) {
        const one = { objectId, since: since.get(objectId) ?? 0 };
        if (await refreshOne(app, part, one, stored)) settled.push(objectId);
      }
      // In the next round, after all others.
      for (const id of lost) await tx.reminders.defer(id, since.get(id) ?? 0);
      return { count: readable.length, settled };
    });
    for (const id of done.settled) await withdrawReminders(app, id);
    count += done.count;
    // Rows locked by another process wait for the next round.
    if (done.count < PART) break;
  }
  return count;
}

/** One transaction, and the people whom its objects' alarms concern. */
interface Part extends AlarmViewers {
  readonly tx: WriteTransaction;
}

/** @returns whether it has rung for anybody, so that its reminders may have been acknowledged */
async function refreshOne(
  app: App,
  part: Part,
  { objectId, since }: WaitingAlarms,
  stored: StoredObject | undefined,
): Promise<boolean> {
  const { tx } = part;
  const known = await tx.reminders.holdAlarms(objectId);
  if (known === "held") {
    await tx.reminders.defer(objectId, since);
    return false;
  }
  const people = stored ? await mayRingFor(part, stored) : new Set<PrincipalId>();
  const from = since === 0 ? app.now() : since;
  for (const id of new Set([...people, ...known.map(({ principalId }) => principalId)])) {
    const before = known.find(({ principalId }) => principalId === id);
    const after = lookFrom(before, from);
    const ringAt = stored && people.has(id) ? await nextRing(part, id, stored, after) : undefined;
    if (before || ringAt !== undefined)
      await tx.reminders.setAlarm({ objectId, principalId: id, ringAt: ringAt ?? null, rungUntil: after });
  }
  return known.length > 0;
}

/**
 * A ring that was due before the change and has not happened yet still happens; one that the change moves into the
 * past does not.
 */
function lookFrom(before: NextAlarm | undefined, since: Instant): Instant {
  if (!before) return since;
  const isPending = before.ringAt !== null && before.ringAt <= since;
  return Math.max(before.rungUntil, isPending ? before.ringAt - 1 : since);
}

/**
 * The people with alarms for an object: its owner has those in it; sharees, and the members of a group that owns it,
 * have their own or those that they have set for the calendar.
 */
async function mayRingFor(
  { tx, personOf, withDefaults }: Part,
  stored: StoredObject,
): Promise<Set<PrincipalId>> {
  const keepers = [...(await tx.reminders.keepers(stored.id)), ...(await withDefaults(stored.calendarId))];
  if (!hasAlarms(stored.icalendar)) return new Set(keepers);
  const owner = await personOf(stored.accountId);
  return new Set(owner?.kind === "group" ? keepers : [stored.accountId, ...keepers]);
}

async function nextRing(
  { tx, seen }: Part,
  id: PrincipalId,
  stored: StoredObject,
  after: Instant,
): Promise<Instant | undefined> {
  const sight = await seen(id, stored.calendarId);
  if (!sight) return undefined;
  try {
    const alerts = await alertsOf(tx, sight.grant, stored);
    if (!alerts) return undefined;
    return nextAlarm(alerts.object, after, zoneOfPerson(sight.person, alerts.timeZone), alerts.defaults)?.at;
  } catch (error) {
    // `snart doctor` reports an unreadable object; it must not stop the others.
    if (error instanceof Error && error.message.startsWith("stored object")) return undefined;
    throw error;
  }
}
