import { AUDIENCES } from "@snart/calendar/access/audience.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends, type TestPlace } from "../storage/contract/backends.ts";
import type { NotificationType } from "../storage/records/notifications.ts";
import { ANY_TIME } from "../testing/booking/rules.ts";
import type { Answer, JmapClient } from "../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../testing/test-jmap.ts";
import { METHODS } from "./methods.ts";

// Of two writers with the same known state of a type (RFC 8620 §5.3 `ifInState`), one changes it and the other is
// refused.

/** Fewer on PostgreSQL: each shows whether one waits for the other. */
const ROUNDS = { "SQLite memory": 50, PostgreSQL: 10, "SQLite file": 0 };
const WRITERS = 100;

/** One change of a type, different for every writer: the arguments of its /set. */
type Change = (writer: number) => object;

interface Writing {
  readonly changeOf: Change;
  /** The second writer, if they are two people. */
  readonly other?: JmapClient;
}

let place: TestPlace;
let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
let managersId: string;

/** How each type is changed. A type with a /set that is missing here fails. */
const WRITINGS: Readonly<Record<string, () => Promise<Writing>>> = {
  Account: async () => ({
    changeOf: (n) => ({ create: { p: { name: "Bo Ek", email: `bo${n}@example.com` } } }),
    other: nils,
  }),
  Availability: async () => ({
    changeOf: (n) => ({ update: { singleton: { [`absences/a${n % 4}`]: absence(n) } } }),
  }),
  Bookable: async () => ({
    changeOf: (n) => ({ create: { b: { name: `Sauna ${n}`, type: "ROOM", managersId, rules: ANY_TIME } } }),
    other: nils,
  }),
  Booking: async () => {
    const made = await elin.call("Bookable/set", {
      create: { b: { name: "Boat", type: "RESOURCE", managersId, rules: ANY_TIME } },
    });
    const bookableId = made.created.b.id;
    return {
      changeOf: (n) => ({ create: { b: { bookableId, start: hour(n), end: hour(n + 1) } } }),
    };
  },
  BookingHandover: async () => {
    const made = await elin.call("Bookable/set", {
      create: { b: { name: "Bicycle", type: "RESOURCE", managersId, rules: ANY_TIME } },
    });
    const bookableId = made.created.b.id;
    const create: Record<string, object> = {};
    for (let n = 0; n < WRITERS; n++) create[`b${n}`] = { bookableId, start: hour(n), end: hour(n + 1) };
    const { created } = await elin.call("Booking/set", { create });
    return {
      changeOf: (n) => ({ create: { h: { bookingId: created[`b${n}`].id, toId: nils.accountId } } }),
    };
  },
  BookingWait: async () => {
    const rules = { ...ANY_TIME, waitlist: { offerFor: "PT2H" } };
    const made = await elin.call("Bookable/set", {
      create: { b: { name: "Canoe", type: "RESOURCE", managersId, rules } },
    });
    const bookableId = made.created.b.id;
    const whole = { bookableId, start: hour(0), end: hour(WRITERS + 1) };
    await nils.call("Booking/set", { create: { b: whole } });
    return {
      changeOf: (n) => ({ create: { b: { bookableId, start: hour(n), end: hour(n + 1) } } }),
    };
  },
  Display: async () => {
    const room = { name: "Door", type: "ROOM", managersId, rules: ANY_TIME };
    const made = await elin.call("Bookable/set", { create: { b: room } });
    const bookableIds = [made.created.b.id];
    return { changeOf: (n) => ({ create: { d: { name: `Door ${n}`, bookableIds } } }) };
  },
  Calendar: async () => ({ changeOf: (n) => ({ create: { c: { name: `Calendar ${n}` } } }) }),
  CalendarEvent: async () => {
    const calendarIds = { [(await elin.calendars())[0].id]: true };
    return { changeOf: (n) => ({ create: { e: { ...TIME, calendarIds, title: `Event ${n}` } } }) };
  },
  BookingPage: async () => {
    const { created } = await elin.call("BookingPage/set", { create: { p: {} } });
    return { changeOf: (n) => ({ update: { [created.p.id]: { title: { en: `Page ${n}` } } } }) };
  },
  BookingLink: async () => {
    const { created } = await elin.call("BookingPage/set", { create: { p: {} } });
    const pageId = created.p.id;
    return { changeOf: (n) => ({ create: { l: { pageId, name: `Link ${n}` } } }) };
  },
  Poll: async () => {
    const options = [{ start: "2026-11-23T08:00:00Z" }];
    const poll = { title: "When?", minutes: 60, timeZone: "Europe/Stockholm", options };
    const { created } = await elin.call("Poll/set", { create: { p: poll } });
    return { changeOf: (n) => ({ update: { [created.p.id]: { title: `When ${n}?` } } }) };
  },
  CalendarEventNotification: () => dismissing("CalendarEventNotification"),
  Credential: async () => ({ changeOf: (n) => ({ create: { c: { label: `Device ${n}` } } }) }),
  Group: async () => ({ changeOf: (n) => ({ create: { g: { name: `Group ${n}` } } }), other: nils }),
  Household: async () => ({ changeOf: (n) => ({ create: { h: { label: `1${n}` } } }), other: nils }),
  ParticipantIdentity: async () => ({
    changeOf: (n) => ({ update: { [elin.accountId]: { name: `Elin ${n}` } } }),
  }),
  Principal: async () => ({
    changeOf: (n) => ({ update: { [(n % 2 ? nils : elin).accountId]: { name: `Person ${n}` } } }),
    other: nils,
  }),
  Profile: async () => ({
    changeOf: (n) => ({ update: { [elin.accountId]: { displayName: `Elin ${n}` } } }),
  }),
  PublicLink: async () => {
    const calendarId = (await elin.calendars())[0].id;
    const link = { calendarId, detail: "busy" };
    const { created } = await elin.call("PublicLink/set", { create: { l: { ...link, label: "All" } } });
    return { changeOf: (n) => ({ update: { [created.l.id]: { label: `Link ${n}` } } }) };
  },
  Reminder: () => dismissing("Reminder"),
  ServerSettings: async () => ({
    // The two of a round write the same, which differs from what the round before wrote.
    changeOf: (n) => ({ update: { singleton: { visibleTo: AUDIENCES[(n >> 1) % AUDIENCES.length] } } }),
    other: nils,
  }),
  PollNotification: () => dismissing("PollNotification"),
  ShareNotification: () => dismissing("ShareNotification"),
  SignIn: async () => {
    for (let n = 0; n < WRITERS; n++) await jmap.app.storage.write((tx) => tx.sessions.insert(session(n)));
    return destroying("SignIn");
  },
  Subscription: async () => {
    const create = { s: { url: "https://example.org/m.ics", name: "Matches" } };
    const { created } = await elin.call("Subscription/set", { create });
    return { changeOf: (n) => ({ update: { [created.s.id]: { refreshMinutes: 61 + n } } }) };
  },
  Task: async () => {
    const taskListId = (await elin.call("TaskList/get", { ids: null })).list[0].id;
    return { changeOf: (n) => ({ create: { t: { taskListId, title: `Task ${n}` } } }) };
  },
  TaskList: async () => ({ changeOf: (n) => ({ create: { l: { name: `List ${n}` } } }) }),
  TrashItem: async () => {
    const calendarIds = { [(await elin.calendars())[0].id]: true };
    const events = Array.from({ length: WRITERS }, (_, n) => ({ ...TIME, calendarIds, title: `Event ${n}` }));
    const { created } = await elin.call("CalendarEvent/set", {
      create: Object.fromEntries(events.entries()),
    });
    const destroy = Object.values(created as Answer).map((event) => (event as Answer).id);
    await elin.call("CalendarEvent/set", { destroy });
    return destroying("TrashItem");
  },
};

const TIME = { start: "2026-12-01T09:00:00", timeZone: "Europe/Stockholm", duration: "PT1H" };
const hour = (n: number): string => new Date(Date.UTC(2026, 11, 1, n)).toISOString().replace(".000", "");
const absence = (n: number) => ({
  utcStart: `2026-12-${String((n % 20) + 1).padStart(2, "0")}T00:00:00Z`,
  utcEnd: "2026-12-31T00:00:00Z",
  text: `Away ${n}`,
});
const session = (n: number) => ({
  id: `session ${n}`,
  tokenHash: `token ${n}`,
  formerTokenHash: null,
  formerEndsAt: null,
  renewedAt: jmap.app.now(),
  principalId: elin.actor.principalId,
  createdAt: jmap.app.now(),
  expiresAt: jmap.app.now() + 86_400_000,
  userAgent: null,
  provedAt: 1,
});

/** Writers who each destroy one of the existing records. */
async function destroying(type: string): Promise<Writing> {
  const { list } = await elin.call(`${type}/get`, { ids: null });
  const ids = (list as Answer[]).map(({ id }) => id as string);
  expect(ids.length).toBeGreaterThanOrEqual(WRITERS);
  return { changeOf: (n) => ({ destroy: [ids[n]] }) };
}

async function dismissing(type: NotificationType): Promise<Writing> {
  const accountId = elin.actor.principalId;
  for (let n = 0; n < WRITERS; n++)
    await jmap.app.storage.write(async (tx) => {
      const modseq = await tx.lockAccount(accountId);
      const [id, aboutId] = [jmap.app.newId(), jmap.app.newId()];
      const payload = {
        changedBy: { name: "Nils" },
        type: "created",
        accountId,
        objectId: aboutId,
        alarms: [],
      };
      const createdAt = jmap.app.now();
      const told = { id, type, accountId, recipientId: accountId, aboutId, modseq, createdAt, payload };
      await tx.notifications.insert(told);
    });
  return destroying(type);
}

const stateOf = async (client: JmapClient, type: string): Promise<string> =>
  (await client.call(`${type}/get`, { ids: type === "TrashItem" ? null : [] })).state;

/** A writer's answer: `done` if the change was made. */
async function write(client: JmapClient, type: string, args: object): Promise<string> {
  const { methodResponses } = await client.request([[`${type}/set`, args]]);
  const [name, answer] = methodResponses[0];
  if (name === "error") return answer.type;
  const { created, updated, destroyed } = answer;
  return created || updated || destroyed ? "done" : JSON.stringify(answer);
}

const TYPES = [...METHODS.keys()]
  .filter((name) => name.endsWith("/set"))
  .map((name) => name.slice(0, -"/set".length))
  // These have no states (RFC 8620 §7.2.2).
  .filter((type) => type !== "PushSubscription");

describe.each(backends.filter(({ name }) => ROUNDS[name] > 0))("on $name", (backend) => {
  beforeAll(async () => {
    place = await backend.make();
    jmap = await openTestJmap({
      storage: await place.open(),
      limits: { calendarsPerAccount: 1_000 },
    });
    [elin, nils] = [await jmap.client("elin"), await jmap.client("nils")];
    for (const { actor } of [elin, nils])
      await jmap.app.storage.write((tx) => tx.principals.update(actor.principalId, { isAdmin: true }));
    managersId = (await elin.call("Group/set", { create: { g: { name: "Board" } } })).created.g.id;
  });
  afterAll(async () => {
    expect(jmap.reported).toEqual([]);
    await jmap.close();
    await place.drop();
  });

  it.each(TYPES)("of two who write %s in one state one is refused, every time", async (type) => {
    const { changeOf, other = elin } = (await WRITINGS[type]?.()) ?? expect.fail(`how is ${type} changed?`);
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS[backend.name]; round++) {
      const writers = [elin, other];
      const states = await Promise.all(writers.map((client) => stateOf(client, type)));
      const answers = await Promise.all(
        writers.map((client, at) =>
          write(client, type, { ...changeOf(2 * round + at), ifInState: states[at] }),
        ),
      );
      outcomes.push(answers.toSorted().join(", "));
    }
    expect(outcomes).toEqual(Array.from({ length: outcomes.length }, () => "done, stateMismatch"));
  });
});
