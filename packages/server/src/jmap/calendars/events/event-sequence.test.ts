import { beforeEach, describe, expect, it } from "vitest";
import { DavClient } from "../../../testing/dav-client.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../../testing/send-outbox.ts";
import { vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const LUNCH = ["DTSTART:20261123T120000Z", "DURATION:PT1H", "SUMMARY:Lunch"];
const DAILY = [...LUNCH, "RRULE:FREQ=DAILY;COUNT=5"];
const ASKED = [
  ...LUNCH,
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:nils@example.com",
];
const KEY = "2026-11-24T12:00:00";
const put = (lines: readonly string[], client = elin, where = calendarId) =>
  jmap.put(client.actor, where, "lunch.ics", vevent("lunch", ...lines));
const update = async (id: string, patch: object, client = elin) => {
  const answer = await client.call("CalendarEvent/set", {
    update: { [id]: patch },
    sendSchedulingMessages: true,
  });
  expect(answer.notUpdated).toBeNull();
  return answer.updated[id];
};
const sequenceOf = async (id: string, client = elin): Promise<number> =>
  (await client.event(id)).sequence ?? 0;

// JMAP Calendars, "CalendarEvent/set".
describe("the sequence of an event of one's own", () => {
  it.each([
    ["a title", { title: "Dinner" }],
    ["a description", { description: "Bring cake" }],
    ["a place", { locations: { a: { "@type": "Location", name: "Here" } } }],
    ["a start", { start: "2026-11-23T13:00:00" }],
    ["a title with a lower sequence", { title: "Dinner", sequence: 0 }],
    ["a title without a sequence", { title: "Dinner", sequence: null }],
    ["its privacy", { privacy: "private" }],
  ])("rises by one with %s, and the client is told", async (_what, patch) => {
    const id = await put([...LUNCH, "SEQUENCE:3"]);
    expect(await update(id, patch)).toMatchObject({ sequence: 4 });
    expect(await sequenceOf(id)).toBe(4);
  });

  it("is the one that the client gives, if it is greater", async () => {
    const id = await put([...LUNCH, "SEQUENCE:3"]);
    await update(id, { title: "Dinner", sequence: 9 });
    expect(await sequenceOf(id)).toBe(9);
  });

  it.each([
    ["what each person has for themselves", { keywords: { a: true }, color: "blue", freeBusyStatus: "free" }],
    ["alerts", { useDefaultAlerts: true }],
    ["the same title", { title: "Lunch" }],
  ])("stays with %s", async (_what, patch) => {
    const id = await put([...LUNCH, "SEQUENCE:3"]);
    await update(id, patch);
    expect(await sequenceOf(id)).toBe(3);
  });

  it("stays when the event goes to another calendar", async () => {
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Other" } } })).created.k.id;
    const id = await put([...LUNCH, "SEQUENCE:3"]);
    await update(id, { calendarIds: { [other]: true } });
    expect(await sequenceOf(id)).toBe(3);
  });

  it.each([
    ["rises with what one occurrence says", { title: "Dinner" }, 1],
    ["rises with one that is left out", { excluded: true }, 1],
    ["stays with a keyword of one occurrence", { keywords: { a: true } }, 0],
  ])("%s", async (_what, override, rise) => {
    const id = await put(DAILY);
    await update(id, { recurrenceOverrides: { [KEY]: override } });
    expect(await sequenceOf(id)).toBe(rise);
  });

  it("is the organizer's in a guest's copy, whose own changes do not count", async () => {
    const id = await put(ASKED);
    await sendOutbox(jmap.app);
    const copy = (await nils.call("CalendarEvent/query", { filter: { uid: "lunch" } })).ids[0];
    await update(id, { title: "Dinner" });
    await sendOutbox(jmap.app);
    expect([await sequenceOf(id), await sequenceOf(copy, nils)]).toEqual([1, 1]);
    await update(copy, { description: "My notes" }, nils);
    expect(await sequenceOf(copy, nils)).toBe(1);
    const { participants } = await nils.event(copy);
    const me = Object.keys(participants).find(
      (key) => participants[key].calendarAddress === "mailto:nils@example.com",
    );
    await update(copy, { [`participants/${me}/participationStatus`]: "accepted" }, nils);
    await sendOutbox(jmap.app);
    expect(await sequenceOf(copy, nils)).toBe(1);
    expect((await elin.event(id)).participants[me ?? ""].participationStatus).toBe("accepted");
    await update(id, { start: "2026-11-23T15:00:00" });
    await sendOutbox(jmap.app);
    expect(await nils.event(copy)).toMatchObject({
      title: "Dinner",
      start: "2026-11-23T15:00:00",
      sequence: 2,
    });
  });

  it("is a calendar app's own by CalDAV", async () => {
    const id = await put(LUNCH);
    const dav = new DavClient(jmap.app, elin.actor);
    const { body } = await dav.get("/dav/calendars/elin/calendar/lunch.ics");
    await dav.put("/dav/calendars/elin/calendar/lunch.ics", body.replace("Lunch", "Dinner"));
    expect(await sequenceOf(id)).toBe(0);
  });
});
