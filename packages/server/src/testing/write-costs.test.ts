import { LineReader } from "@snart/calendar/icalendar/line-reader.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { Scope } from "../storage/sql/scope.ts";
import { DavClient, eventText } from "./dav-client.ts";
import { eachWithJmap } from "./each-with-jmap.ts";
import type { JmapClient } from "./jmap-client.ts";
import { sendOutbox } from "./send-outbox.ts";
import { firstCalendarOf } from "./test-app.ts";

// The cost of the chief writes on SQLite, through the front door. The numbers are upper bounds: whoever makes a write
// cheaper lowers them, and whoever has to raise one says why.

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let dav: DavClient;
let calendarId: string;
beforeEach(async () => {
  dav = new DavClient(jmap.app, elin.actor);
  calendarId = await firstCalendarOf(jmap.app, elin.actor);
});

/** The cost of `work` in the terms of `BOUNDS`. Statements that begin and end transactions are not counted. */
async function costOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const reading = vi.spyOn(LineReader.prototype, "next");
  const asking = (["rows", "values", "run"] as const).map((name) => vi.spyOn(Scope.prototype, name));
  try {
    await work();
    const asked = asking.flatMap(({ mock }) =>
      mock.calls.map(([query]) => ("sql" in query ? query.sql : "")),
    );
    // A reader returns false once a text: at its end.
    const parses = reading.mock.results.filter(({ value }) => value === false).length;
    const grants = asked.filter((sql) => sql.includes("1 as is_owner, 1 as is_manager")).length;
    return [parses, asked.length, grants];
  } finally {
    for (const spy of [reading, ...asking]) spy.mockRestore();
  }
}

const PATH = "/dav/calendars/elin/calendar/a.ics";
const TELLS = { sendSchedulingMessages: true };
const MEETING = [
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com",
];

async function put(...lines: readonly string[]): Promise<void> {
  expect([201, 204]).toContain((await dav.put(PATH, eventText("a", ...lines))).status);
}

/** Puts an event and returns its id. */
async function made(...lines: readonly string[]): Promise<string> {
  await put(...lines);
  return (await elin.call("CalendarEvent/query", { filter: { uid: "a" } })).ids[0];
}

async function update(client: JmapClient, id: string, patch: object, more: object = {}) {
  const answer = await client.call("CalendarEvent/set", { update: { [id]: patch }, ...more });
  expect(answer.notUpdated).toBeNull();
  return answer;
}

const shareWithNils = () =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: calendarId as never,
      principalId: nils.actor.principalId,
      level: "manage",
    }),
  );

/** At most: texts parsed, statements, looks at the grant. */
const BOUNDS = {
  "PUT of a new event": [1, 10, 1],
  "PUT of a changed event": [1, 14, 1],
  "PUT of a changed event in a calendar shared with the writer": [2, 21, 1],
  "JMAP create": [1, 24, 1],
  "JMAP update of a title": [1, 24, 1],
  "JMAP update of a title after nine others": [1, 24, 1],
  "JMAP update that undoes one": [2, 25, 1],
  "JMAP update of a start with one guest": [1, 27, 1],
  "JMAP update that moves an event to another calendar": [1, 27, 2],
  "JMAP update in a calendar shared with the writer": [1, 40, 1],
  "JMAP update in a calendar shared with the writer, who has an own alarm": [3, 41, 1],
  "answer of a guest": [1, 27, 1],
  DELETE: [1, 17, 1],
  "MOVE to another calendar": [1, 22, 2],
  "JMAP destroy": [1, 24, 1],
} as const;

/** Each prepares what a write needs, and returns the write. */
const WRITES: Readonly<Record<keyof typeof BOUNDS, () => Promise<() => Promise<unknown>>>> = {
  "PUT of a new event": async () => () => put(),
  "PUT of a changed event": async () => {
    await put();
    return () => put("DTSTART:20261123T120000Z");
  },
  "PUT of a changed event in a calendar shared with the writer": async () => {
    await put();
    await shareWithNils();
    const his = new DavClient(jmap.app, nils.actor);
    return async () =>
      expect((await his.put(PATH, eventText("a", "DTSTART:20261123T120000Z"))).status).toBe(204);
  },
  "JMAP create": async () => () =>
    elin.createEvent({
      "@type": "Event",
      calendarIds: { [calendarId]: true },
      title: "Lunch",
      start: "2026-11-23T12:00:00",
      duration: "PT45M",
      timeZone: "Europe/Stockholm",
    }),
  "JMAP update of a title": async () => {
    const id = await made();
    return () => update(elin, id, { title: "Dinner" });
  },
  "JMAP update of a title after nine others": async () => {
    const id = await made();
    for (let n = 1; n <= 9; n++) await update(elin, id, { title: `Lunch ${n}` });
    return () => update(elin, id, { title: "Dinner" });
  },
  "JMAP update that undoes one": async () => {
    const id = await made();
    const { oldState } = await update(elin, id, { title: "Dinner" });
    return () => update(elin, id, { title: "Lunch" }, { undoTo: { [id]: oldState } });
  },
  "JMAP update of a start with one guest": async () => {
    const id = await made(...MEETING);
    return () => update(elin, id, { start: "2026-11-23T18:00:00" }, TELLS);
  },
  "JMAP update that moves an event to another calendar": async () => {
    const id = await made();
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Other" } } })).created.k.id;
    return () => update(elin, id, { calendarIds: { [other]: true } });
  },
  "JMAP update in a calendar shared with the writer": async () => {
    const id = await made();
    await shareWithNils();
    return () => update(nils, id, { title: "Dinner" }, { accountId: elin.accountId });
  },
  "JMAP update in a calendar shared with the writer, who has an own alarm": async () => {
    const id = await made();
    await shareWithNils();
    const alert = { trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } };
    await update(nils, id, { alerts: { a: alert } }, { accountId: elin.accountId });
    return () => update(nils, id, { title: "Dinner" }, { accountId: elin.accountId });
  },
  "answer of a guest": async () => {
    await put(...MEETING);
    await sendOutbox(jmap.app);
    const [id] = (await nils.call("CalendarEvent/query", { filter: { uid: "a" } })).ids;
    const { participants } = await nils.event(id);
    const [me] = Object.keys(participants).filter(
      (key) => participants[key].calendarAddress === "mailto:nils@example.com",
    );
    const answer = { [`participants/${me}/participationStatus`]: "accepted" };
    return () => update(nils, id, answer, TELLS);
  },
  DELETE: async () => {
    await put();
    return async () => expect((await dav.delete(PATH)).status).toBe(204);
  },
  "MOVE to another calendar": async () => {
    await put();
    expect((await dav.mkcalendar("/dav/calendars/elin/other/")).status).toBe(201);
    const headers = { destination: "/dav/calendars/elin/other/a.ics" };
    return async () => expect((await dav.send("MOVE", PATH, { headers })).status).toBe(201);
  },
  "JMAP destroy": async () => {
    const id = await made();
    return async () =>
      expect((await elin.call("CalendarEvent/set", { destroy: [id] })).destroyed).toEqual([id]);
  },
};

test.each(Object.entries(BOUNDS))("%s costs no more than before", async (name, bounds) => {
  const write = await WRITES[name as keyof typeof BOUNDS]();
  const cost = await costOf(write);
  const dearer = cost.filter((count, at) => count > (bounds[at] ?? 0));
  expect(dearer, `${cost.join(", ")} instead of ${bounds.join(", ")}`).toEqual([]);
});
