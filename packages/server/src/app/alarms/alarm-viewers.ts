import type { WriteTransaction } from "../../storage/port.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { remindedPerson } from "../outbox/reminder.ts";

/** A person who may get reminders for a calendar, with what they see of it. */
export interface AlarmViewer {
  readonly person: Principal;
  readonly grant: CalendarGrant;
}

/** The people who may get reminders, and what they see. */
export interface AlarmViewers {
  readonly personOf: (id: PrincipalId) => Promise<Principal | undefined>;
  /** The people who may have set default alerts for a calendar. */
  readonly withDefaults: (calendarId: CalendarId) => Promise<readonly PrincipalId[]>;
  /** A person's view of a calendar; undefined if they see nothing of it or get no reminders. */
  readonly seen: (id: PrincipalId, calendarId: CalendarId) => Promise<AlarmViewer | undefined>;
}

/** Caches, for one transaction, what is the same for many objects: nothing of it is written there. */
export function alarmViewers(tx: WriteTransaction): AlarmViewers {
  const people = new Map<string, Promise<Principal | undefined>>();
  const known = new Map<string, Promise<AlarmViewer | undefined>>();
  const setters = new Map<string, Promise<readonly PrincipalId[]>>();
  const personOf = (id: PrincipalId): Promise<Principal | undefined> =>
    people.getOrInsertComputed(id, () => tx.principals.byId(id));
  const look = async (id: PrincipalId, calendarId: CalendarId): Promise<AlarmViewer | undefined> => {
    const person = await personOf(id);
    if (person?.kind !== "person" || person.status !== "active") return undefined;
    const grant = await grantCalendar(tx, remindedPerson(person), calendarId, "mayReadItems");
    return grant.ok ? { person, grant: grant.value } : undefined;
  };
  return {
    personOf,
    withDefaults: (id) => setters.getOrInsertComputed(id, () => tx.reminders.withDefaultAlerts(id)),
    seen: (id, calendarId) => known.getOrInsertComputed(`${id} ${calendarId}`, () => look(id, calendarId)),
  };
}
