import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt } = eachWithJmap(["elin", "bengt"]);

const [ELIN, BENGT] = ["mailto:elin@example.com", "mailto:bengt@example.com"];
const part = (...lines: readonly string[]): readonly string[] => [
  "BEGIN:VEVENT",
  "UID:meeting",
  "DTSTAMP:20261101T120000Z",
  "SUMMARY:Lunch",
  `ORGANIZER:${ELIN}`,
  ...lines,
  "END:VEVENT",
];
const on = (day: string, hour: string, partstat = "NEEDS-ACTION"): readonly string[] =>
  part(
    `RECURRENCE-ID:202611${day}T100000Z`,
    `DTSTART:202611${day}T${hour}0000Z`,
    `DTEND:202611${day}T${hour}3000Z`,
    `ATTENDEE;PARTSTAT=${partstat}:${BENGT}`,
  );

/** The organizer's series, of which the guest is asked to two dates. */
let organizers: string;
beforeEach(async () => {
  const [{ id: calendarId }] = await elin.calendars();
  const series = part("DTSTART:20261123T100000Z", "DTEND:20261123T103000Z", "RRULE:FREQ=DAILY;COUNT=5");
  organizers = await jmap.put(elin.actor, calendarId, "m.ics", [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    ...series,
    ...on("24", "11"),
    ...on("25", "10"),
    "END:VCALENDAR",
  ]);
  await sendOutbox(jmap.app);
});

const occurrences = async (): Promise<readonly Answer[]> => {
  const { ids } = await bengt.call("CalendarEvent/query", {
    filter: { after: "2026-11-20T00:00:00", before: "2026-11-30T00:00:00" },
    expandRecurrences: true,
    sort: [{ property: "start" }],
  });
  return (await bengt.call("CalendarEvent/get", { ids })).list;
};
async function set(args: object): Promise<Answer> {
  jmap.clock.advance(1_000);
  const answer = await bengt.call("CalendarEvent/set", { ...args, sendSchedulingMessages: true });
  await sendOutbox(jmap.app);
  return answer;
}
const answersAtOrganizer = async (): Promise<readonly string[]> =>
  [
    ...(await jmap.icalendar(elin.actor, organizers)).replaceAll("\r\n ", "").matchAll(/PARTSTAT=([A-Z-]+)/g),
  ].map(([, partstat]) => partstat ?? "");

describe("single instances that one is invited to", () => {
  it("are each seen with the time that the series gives them", async () => {
    const seen = (await occurrences()).map(({ recurrenceId, start }) => [recurrenceId, start]);
    expect(seen).toEqual([
      ["2026-11-24T10:00:00", "2026-11-24T11:00:00"],
      ["2026-11-25T10:00:00", "2026-11-25T10:00:00"],
    ]);
  });

  it.each([0, 1])("are each answered alone: %i", async (at) => {
    const { id, participants } = (await occurrences())[at] ?? {};
    const [me = ""] = Object.keys(participants).filter((key) => participants[key].calendarAddress === BENGT);
    const answer = await set({
      update: { [id]: { [`participants/${me}/participationStatus`]: "accepted" } },
    });
    expect(answer.notUpdated).toBeNull();
    const expected = ["NEEDS-ACTION", "NEEDS-ACTION"].with(at, "ACCEPTED");
    expect(await answersAtOrganizer()).toEqual(expected);
    expect((await occurrences()).map((one) => one.participants[me].participationStatus ?? "-")).toEqual(
      expected.map((one) => (one === "ACCEPTED" ? "accepted" : expect.stringMatching(/needs-action|-/))),
    );
  });

  it.each([0, 1])("are each deleted alone, which declines: %i", async (at) => {
    const { id } = (await occurrences())[at] ?? {};
    expect((await set({ destroy: [id] })).destroyed).toEqual([id]);
    expect(await answersAtOrganizer()).toEqual(["NEEDS-ACTION", "NEEDS-ACTION"].with(at, "DECLINED"));
    const [left, ...more] = await bengt.call("CalendarEvent/get", { ids: null }).then(({ list }) => list);
    expect(more).toEqual([]);
    expect(left.recurrenceId).toBe(["2026-11-25T10:00:00", "2026-11-24T10:00:00"][at]);
  });

  it("are one recurring object, which has no recurrenceId (RFC 8984 §4.3.1)", async () => {
    const [base] = (await bengt.call("CalendarEvent/get", { ids: null })).list;
    expect(base).not.toHaveProperty("recurrenceId");
    expect(base).not.toHaveProperty("recurrenceRule");
    expect(base.start).toBe("2026-11-24T10:00:00");
    expect(base.recurrenceOverrides).toMatchObject({
      "2026-11-24T10:00:00": { start: "2026-11-24T11:00:00" },
      "2026-11-25T10:00:00": {},
    });
    const [me = ""] = Object.keys(base.participants);
    const path = `participants/${me}/participationStatus`;
    const first = { [`recurrenceOverrides/2026-11-24T10:00:00/${path.replaceAll("/", "~1")}`]: "declined" };
    expect((await set({ update: { [base.id]: first } })).notUpdated).toBeNull();
    expect(await answersAtOrganizer()).toEqual(["DECLINED", "NEEDS-ACTION"]);
  });
});

it("one date that is copied to another account is an event of its own there", async () => {
  const [{ id: calendarId }] = await elin.calendars();
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId, principalId: bengt.actor.principalId, level: "edit" }),
  );
  const [{ id: own }] = await bengt.calendars();
  const id = await jmap.put(bengt.actor, own, "one.ics", [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    ...on("24", "11").map((line) => line.replace("UID:meeting", "UID:one")),
    "END:VCALENDAR",
  ]);
  expect((await bengt.event(id)).recurrenceId).toBe("2026-11-24T10:00:00");
  const { created, notCreated } = await bengt.call("CalendarEvent/copy", {
    fromAccountId: bengt.accountId,
    accountId: elin.accountId,
    create: { k: { id, calendarIds: { [calendarId]: true } } },
  });
  expect(notCreated).toBeNull();
  const copy = await elin.event(created.k.id);
  expect(copy).toMatchObject({ uid: "one", start: "2026-11-24T11:00:00" });
  expect(copy).not.toHaveProperty("recurrenceId");
});
