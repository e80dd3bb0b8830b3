import type { Storage, WriteTransaction } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { CalendarId, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type { StoredObject } from "../records/objects.ts";
import type { Principal } from "../records/people.ts";

let counter = 0;
/** A new id, in order of creation. */
export const newId = (kind: string) => `${kind}-${String((counter += 1)).padStart(8, "0")}`;

export function principal(fields: Partial<Principal> = {}): Principal {
  const id = newId("principal");
  return {
    id: id as PrincipalId,
    kind: "person",
    login: id,
    displayName: "Åsa Öberg",
    email: `${id}@example.com`,
    formerLogins: [],
    formerEmails: [],
    status: "active",
    isAdmin: false,
    preferences: {},
    createdAt: 1_700_000_000_000,
    statusSince: 1_700_000_000_000,
    ...fields,
  };
}

export function calendar(accountId: PrincipalId, modseq: Modseq, fields: Partial<Calendar> = {}): Calendar {
  const id = newId("calendar");
  return {
    id: id as CalendarId,
    accountId,
    uri: id,
    name: "Hemma",
    description: "",
    color: null,
    sortOrder: 0,
    timeZone: "Europe/Stockholm",
    timeZoneText: null,
    components: ["VEVENT", "VTODO"],
    deadProperties: {},
    createdModseq: modseq,
    modseq,
    contentModseq: modseq,
    isReadOnly: false,
    ...fields,
  };
}

export function object(
  { id: calendarId, accountId }: Pick<Calendar, "id" | "accountId">,
  modseq: Modseq,
  fields: Partial<StoredObject> = {},
): StoredObject {
  const id = newId("object");
  const icalendar = fields.icalendar ?? `BEGIN:VCALENDAR\r\nUID:${id}\r\nEND:VCALENDAR\r\n`;
  return {
    id: id as ObjectId,
    accountId,
    calendarId,
    uri: `${id}.ics`,
    uid: `${id}@example.com`,
    component: "VEVENT",
    etag: newId("etag"),
    scheduleTag: null,
    organizerId: null,
    creatorId: null,
    size: Buffer.byteLength(icalendar),
    start: 0,
    end: 3_600_000,
    isRecurring: false,
    summary: "Tvättstuga",
    createdModseq: modseq,
    modseq,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    icalendar,
    ...fields,
  };
}

/** Writes with the account locked. */
export function change<T>(
  storage: Storage,
  accountId: PrincipalId,
  work: (tx: WriteTransaction, modseq: Modseq) => Promise<T>,
): Promise<T> {
  return storage.write(async (tx) => work(tx, await tx.lockAccount(accountId)));
}

/** A person with one calendar. */
export async function household(storage: Storage): Promise<{ owner: Principal; home: Calendar }> {
  const owner = principal();
  return await storage.write(async (tx) => {
    await tx.principals.insert(owner);
    const home = calendar(owner.id, await tx.lockAccount(owner.id));
    await tx.calendars.insert(home);
    return { owner, home };
  });
}

/** Puts one object in a calendar and returns it as stored. */
export function put(
  storage: Storage,
  home: Calendar,
  fields: Partial<StoredObject> = {},
): Promise<StoredObject> {
  return change(storage, home.accountId, async (tx, modseq) => {
    const made = object(home, modseq, fields);
    const outcome = await tx.objects.insert(made);
    if (outcome !== "inserted") throw new Error(outcome);
    return made;
  });
}

/** Every transaction's result, as a set of numbers in order. */
export const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
