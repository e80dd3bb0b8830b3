import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt, nils } = eachWithJmap(["elin", "bengt", "nils"]);
type Client = typeof elin;

const WRITES = { mayReadFreeBusy: true, mayReadItems: true, mayWriteAll: true };
const MEETING = {
  "@type": "Event",
  uid: "moved",
  title: "Meeting",
  start: "2026-11-24T12:00:00",
  timeZone: "Europe/Stockholm",
  participants: {
    b: { "@type": "Participant", calendarAddress: "mailto:bengt@example.com", roles: { attendee: true } },
  },
};

const calendarOf = async (client: Client): Promise<string> => (await client.calendars())[0]?.id ?? "";
const set = async (client: Client, args: object) => {
  jmap.clock.advance(1000);
  const answer = await client.call("CalendarEvent/set", { ...args, sendSchedulingMessages: true });
  await sendOutbox(jmap.app);
  expect([answer.notCreated, answer.notUpdated, answer.notDestroyed].filter(Boolean)).toEqual([]);
  return answer;
};
const eventsOf = async (client: Client, accountId = client.accountId): Promise<JSEvent[]> =>
  (await client.call("CalendarEvent/get", { accountId, ids: null })).list as JSEvent[];
const invited = async () =>
  (await eventsOf(bengt)).map(({ title, status }) => `${title} ${status ?? ""}`.trim());

/** An event without what only the server sets. */
const sendable = (event: JSEvent | undefined): object =>
  Object.fromEntries(
    Object.entries(event ?? {}).filter(
      ([name]) => !["id", "calendarIds", "baseEventId", "isOrigin", "snart:isOthers"].includes(name),
    ),
  );

/** Elin's meeting with Bengt as her guest, and Nils's calendar, to which she may write. */
async function meeting(): Promise<{ id: string; here: string; there: string }> {
  const there = await calendarOf(nils);
  await nils.call("Calendar/set", { update: { [there]: { shareWith: { [elin.accountId]: WRITES } } } });
  const here = await calendarOf(elin);
  const made = await set(elin, { create: { m: { ...MEETING, calendarIds: { [here]: true } } } });
  expect(await invited()).toEqual(["Meeting"]);
  return { id: (made.created as { m: { id: string } }).m.id, here, there };
}

/** The meeting lives on in Nils's calendar: its guest hears of changes, answers it, and hears that it is cancelled. */
async function expectAlive(title: string): Promise<void> {
  expect(await invited()).toEqual([title]);
  const [moved] = await eventsOf(elin, nils.accountId);
  const [copy] = await eventsOf(bengt);
  const me = Object.keys(copy?.participants ?? {}).find((key) =>
    copy?.participants?.[key]?.calendarAddress?.includes("bengt"),
  );
  await set(bengt, {
    update: { [copy?.id ?? ""]: { [`participants/${me}/participationStatus`]: "accepted" } },
  });
  const answered = (await eventsOf(elin, nils.accountId))[0]?.participants ?? {};
  expect(Object.values(answered).find((it) => it.calendarAddress?.includes("bengt"))).toMatchObject({
    participationStatus: "accepted",
  });
  await set(elin, { accountId: nils.accountId, update: { [moved?.id ?? ""]: { title: "Later" } } });
  expect(await invited()).toEqual(["Later"]);
  await set(elin, { accountId: nils.accountId, destroy: [moved?.id ?? ""] });
  expect(await invited()).toEqual(["Later cancelled"]);
}

it("a meeting that is made in another account's calendar and then removed lives on there", async () => {
  const { id, there } = await meeting();
  const event = sendable((await eventsOf(elin))[0]);
  const copy = { ...event, title: "Moved", calendarIds: { [there]: true } };
  await set(elin, { accountId: nils.accountId, create: { m: copy } });
  await set(elin, { destroy: [id] });
  await expectAlive("Moved");
});

it("a meeting that is moved over CalDAV lives on in its new place", async () => {
  await meeting();
  const dav = new DavClient(jmap.app, elin.actor);
  const { hrefs } = await dav.propfind("/dav/calendars/elin/calendar/", "1", "<d:getetag/>");
  const name = hrefs[1] ?? "";
  const target = `/dav/calendars/elin/nils~calendar/${name.split("/").at(-1)}`;
  const answer = await dav.send("MOVE", name, { headers: { Destination: target } });
  expect(answer.status).toBe(201);
  await sendOutbox(jmap.app);
  await expectAlive("Meeting");
});

it("a meeting that is put into another account's calendar and then deleted lives on there", async () => {
  await meeting();
  const dav = new DavClient(jmap.app, elin.actor);
  const { hrefs } = await dav.propfind("/dav/calendars/elin/calendar/", "1", "<d:getetag/>");
  const { body } = await dav.get(hrefs[1] ?? "");
  expect((await dav.put("/dav/calendars/elin/nils~calendar/copy.ics", body)).status).toBe(201);
  expect((await dav.delete(hrefs[1] ?? "")).status).toBe(204);
  await sendOutbox(jmap.app);
  await expectAlive("Meeting");
});

it("a copy that its maker may not change any more keeps no meeting alive", async () => {
  const { id, there } = await meeting();
  const event = sendable((await eventsOf(elin))[0]);
  const copy = { ...event, calendarIds: { [there]: true } };
  await set(elin, { accountId: nils.accountId, create: { m: copy } });
  const reads = { mayReadFreeBusy: true, mayReadItems: true };
  await nils.call("Calendar/set", { update: { [there]: { [`shareWith/${elin.accountId}`]: reads } } });
  await set(elin, { destroy: [id] });
  expect(await invited()).toEqual(["Meeting cancelled"]);
});

it("a copy that somebody else has made keeps no meeting alive", async () => {
  const { id, there } = await meeting();
  const event = sendable((await eventsOf(elin))[0]);
  await set(nils, { create: { m: { ...event, calendarIds: { [there]: true } } } });
  await set(elin, { destroy: [id] });
  expect(await invited()).toEqual(["Meeting cancelled"]);
});

it("a guest who moves an invitation to another account's calendar does not decline it", async () => {
  const { there } = await meeting();
  await nils.call("Calendar/set", { update: { [there]: { [`shareWith/${bengt.accountId}`]: WRITES } } });
  const [invitation] = await eventsOf(bengt);
  const event = sendable(invitation);
  await set(bengt, {
    accountId: nils.accountId,
    create: { m: { ...event, calendarIds: { [there]: true } } },
  });
  await set(bengt, { destroy: [invitation?.id] });
  const [mine] = await eventsOf(elin);
  expect(Object.values(mine?.participants ?? {}).map((it) => it.participationStatus)).not.toContain(
    "declined",
  );
});

it("a meeting is cancelled for a guest whose calendar its organizer may write", async () => {
  const theirs = await calendarOf(bengt);
  await bengt.call("Calendar/set", { update: { [theirs]: { shareWith: { [elin.accountId]: WRITES } } } });
  const { id } = await meeting();
  await set(elin, { destroy: [id] });
  expect(await invited()).toEqual(["Meeting cancelled"]);
});
