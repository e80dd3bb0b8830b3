import { nextAlarm, ringsBetween, type Ring } from "@snart/calendar/alarms/next-alarm.ts";
import { nameOfAlarm } from "@snart/calendar/alarms/acknowledge-alarms.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { alertIdOf } from "@snart/calendar/jscalendar/properties/alerts.ts";
import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { findAttendee, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { ownLocal } from "@snart/calendar/time/calendar-time.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { NextAlarm } from "../../storage/port/reminders.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { alertsOf } from "../alarms/alerts-in-force.ts";
import type { App } from "../app.ts";
import type { CalendarGrant } from "../grants.ts";
import { eachStored, writeWithoutLost } from "../objects/pages-by-size.ts";
import { sendReminders, type GivenReminder } from "./send-reminders.ts";
import { zoneOfPerson, type Reminder, type ReminderWords } from "../outbox/reminder.ts";
import { alarmViewers, type AlarmViewer } from "../alarms/alarm-viewers.ts";

/** Alarms in one transaction, so that others only wait milliseconds. */
const PART = 50;

/**
 * Rings the alarms that are due. Each alarm is claimed, recorded as rung, and its messages are put into the outbox,
 * in one transaction: a process that dies has done all of it or nothing, and others skip what it has locked. So each
 * rings once, however many processes there are and whenever they die.
 * @returns how many alarms were processed
 */
export async function ringDue(
  app: App,
  words: ReminderWords,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  while (!isStopped()) {
    const rung = await writeWithoutLost(app, async (tx, lost, takes) => {
      const due = await tx.reminders.takeDue(app.now(), PART);
      takes([...new Set(due.map(({ objectId }) => objectId))]);
      const rings = await recordRings(app, tx, due, lost);
      const given = Map.groupBy(rings, ({ person }) => person.id);
      // In the same order everywhere, so that no two processes wait for each other's accounts.
      for (const id of [...given.keys()].toSorted()) await sendReminders(app, tx, given.get(id) ?? [], words);
      return due.length;
    });
    count += rung;
    if (rung === 0) break;
  }
  return count;
}

/** When an alarm is looked at again whose object could not be read. */
const AGAIN = 10 * MINUTE;

/** Records alarms as rung up to now, with their next ring. @returns the resulting reminders */
async function recordRings(
  app: App,
  tx: WriteTransaction,
  due: readonly NextAlarm[],
  lost: ReadonlySet<ObjectId>,
): Promise<GivenReminder[]> {
  const now = app.now();
  const { seen } = alarmViewers(tx);
  const settled: NextAlarm[] = [];
  const given = new Map<NextAlarm, readonly GivenReminder[]>();
  const ofObject = Map.groupBy(due, ({ objectId }) => objectId);
  for (const alarm of due) if (lost.has(alarm.objectId)) settled.push({ ...alarm, ringAt: now + AGAIN });
  const readableIds = [...ofObject.keys()].filter((id) => !lost.has(id));
  for await (const [objectId, stored] of eachStored(tx, readableIds)) {
    if (!stored) await tx.reminders.forgetObject(objectId);
    if (!stored) continue;
    for (const alarm of ofObject.get(objectId) ?? []) {
      const sight = await seen(alarm.principalId, stored.calendarId);
      const found = sight && (await readable(ringing(app, tx, { alarm, stored, now, ...sight })));
      settled.push({ ...alarm, ringAt: found?.next ?? null, rungUntil: now });
      given.set(alarm, found?.given ?? []);
    }
  }
  await tx.reminders.setAlarms(settled);
  return due.flatMap((alarm) => given.get(alarm) ?? []);
}

/** `snart doctor` reports an unreadable object; it must not stop the others. */
async function readable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("stored object")) return undefined;
    throw error;
  }
}

interface Due extends AlarmViewer {
  readonly alarm: NextAlarm;
  readonly stored: StoredObject;
  readonly now: Instant;
}

async function ringing(
  app: App,
  tx: WriteTransaction,
  { alarm, stored, person, grant, now }: Due,
): Promise<{ readonly next: Instant | undefined; readonly given: GivenReminder[] } | undefined> {
  const alerts = await alertsOf(tx, grant, stored);
  if (!alerts) return undefined;
  const zone = zoneOfPerson(person, alerts.timeZone);
  const { object, defaults } = alerts;
  const next = nextAlarm(object, now, zone, defaults)?.at;
  if (grant.view.isMuted === true) return { next, given: [] };
  const from = Math.max(alarm.rungUntil + 1, now - app.limits.reminderLateMinutes * MINUTE);
  const rings = ringsBetween(object, { from, to: now + 1 }, zone, { defaults });
  const wanted = rings.ok ? rings.value.filter((ring) => isWanted(ring, grant, now)) : [];
  const given = byOccurrence(wanted).map((together) => ({
    person,
    isByMail: together.some(({ alarm: one }) => actionOf(one) === "EMAIL"),
    isShown: together.some(({ alarm: one }) => actionOf(one) !== "EMAIL"),
    reminder: reminderOf(stored, together, zone, person),
  }));
  return { next, given };
}

const actionOf = (alarm: Ring["alarm"]): string =>
  firstProperty(alarm, "ACTION")?.value.trim().toUpperCase() ?? "";

/** At most as late as one or two looks take. */
const IN_TIME = MINUTE;

/** Not for declined events, nor, when late, for past ones. */
function isWanted({ at, occurrence }: Ring, { isMine }: CalendarGrant, now: Instant): boolean {
  const attendee = occurrence && findAttendee(occurrence.source, isMine);
  if (attendee && partstatOf(attendee) === "DECLINED") return false;
  return now - at <= IN_TIME || !occurrence || occurrence.endInstant > now;
}

/** Each occurrence's last ring, together with those at the same time: one reminder each. */
function byOccurrence(rings: readonly Ring[]): Ring[][] {
  const last = new Map<number | undefined, Ring[]>();
  for (const ring of rings) {
    const key = ring.occurrence?.startInstant;
    const [known] = last.get(key) ?? [];
    if (known?.at === ring.at) last.get(key)?.push(ring);
    else last.set(key, [ring]);
  }
  return [...last.values()];
}

const LONGEST = 500;

function reminderOf(
  stored: StoredObject,
  together: readonly Ring[],
  zone: Zone,
  person: Principal,
): Reminder {
  const [first] = together;
  const occurrence = first?.occurrence;
  const source = occurrence?.source;
  const text = (name: string): string => (source && textValue(source, name)?.trim().slice(0, LONGEST)) || "";
  const recurrenceId = occurrence?.recurrenceId ?? null;
  return {
    accountId: stored.accountId,
    calendarId: stored.calendarId,
    objectId: stored.id,
    kind: stored.component === "VTODO" ? "task" : "event",
    uid: stored.uid,
    recurrenceId: recurrenceId && formatLocalDateTime(ownLocal(recurrenceId)),
    rangAt: first?.at ?? 0,
    alarms: together.map(({ alarm }) => nameOfAlarm(alarm)),
    alertIds: together.map(({ alarm }) => alertIdOf(alarm)),
    title: text("SUMMARY") || stored.summary.slice(0, LONGEST),
    place: text("LOCATION"),
    start: occurrence?.startInstant ?? null,
    end: occurrence?.endInstant ?? null,
    isAllDay: occurrence?.start.kind === "allDay",
    timeZone: zone.id || person.preferences.timeZone || "Etc/UTC",
  };
}
