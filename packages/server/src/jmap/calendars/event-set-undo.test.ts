import { beforeEach, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { USING } from "../../testing/jmap-client.ts";

const TEXT = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Other//EN",
  "BEGIN:VEVENT",
  "UID:walk",
  "DTSTAMP:20261101T100000Z",
  "DTSTART;TZID=Europe/Stockholm:20261123T090000",
  "DURATION:PT30M",
  "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5",
  "SUMMARY:Walk",
  "X-APP:one",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:walk",
  "RECURRENCE-ID;TZID=Europe/Stockholm:20261207T090000",
  "DTSTAMP:20261101T100000Z",
  "DTSTART;TZID=Europe/Stockholm:20261207T100000",
  "DURATION:PT30M",
  "SUMMARY:Walk",
  "X-APP-WEATHER:snow",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "X-APP-SOUND:bell",
  "DESCRIPTION:Boots",
  "TRIGGER:-PT10M",
  "END:VALARM",
  "END:VEVENT",
  "END:VCALENDAR",
];
const KEY = "2026-12-07T09:00:00";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
let id: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  id = await jmap.put(elin.actor, calendarId, "walk.ics", TEXT);
});

/** @returns the state before */
async function patch(changes: object, undoTo?: string): Promise<string> {
  const undo = undoTo === undefined ? {} : { undoTo: { [id]: undoTo } };
  const answer = await elin.call("CalendarEvent/set", { update: { [id]: changes }, ...undo });
  expect(answer.notUpdated).toBeNull();
  return answer.oldState;
}
const text = async (): Promise<string> =>
  (await jmap.icalendar(elin.actor, id)).replace(/^(DTSTAMP|SEQUENCE|LAST-MODIFIED):.*\r\n/gm, "");
const overridden = async () => (await elin.event(id)).recurrenceOverrides[KEY];

it("restores removed values as they were written, whoever wrote them", async () => {
  const [before, override] = [await text(), await overridden()];
  const state = await patch({ recurrenceOverrides: null, title: "Long walk" });
  expect(await text()).not.toContain("X-APP-WEATHER");
  await patch({ recurrenceOverrides: { [KEY]: override }, title: "Walk" }, state);
  expect(await text()).toBe(before);
  const sequence = /SEQUENCE:(\d+)/.exec(await jmap.icalendar(elin.actor, id))?.[1];
  expect(Number(sequence)).toBeGreaterThan(0);
});

it("undoes two edits, the last one first", async () => {
  const [before, override] = [await text(), await overridden()];
  const first = await patch({ [`recurrenceOverrides/${KEY}`]: { excluded: true } });
  const second = await patch({ title: "Long walk" });
  await patch({ title: "Walk" }, second);
  await patch({ recurrenceOverrides: { [KEY]: override } }, first);
  expect(await text()).toBe(before);
});

it("undoes an edit however many others followed it", async () => {
  const [before, override] = [await text(), await overridden()];
  const state = await patch({ [`recurrenceOverrides/${KEY}`]: { excluded: true } });
  for (let n = 1; n <= 10; n++) await patch({ title: `Walk ${n}` });
  await patch({ title: "Walk" });
  await patch({ recurrenceOverrides: { [KEY]: override } }, state);
  expect(await text()).toBe(before);
});

it("ignores former texts without a request to undo", async () => {
  const override = await overridden();
  await patch({ recurrenceOverrides: null });
  await patch({ recurrenceOverrides: { [KEY]: override } });
  expect(await text()).not.toContain("X-APP-WEATHER");
  expect(await overridden()).toMatchObject({ start: "2026-12-07T10:00:00" });
});

it("ignores a former text that differs from the edit", async () => {
  const override = await overridden();
  const state = await patch({ recurrenceOverrides: null });
  await patch({ recurrenceOverrides: { [KEY]: { ...override, title: "Ski" } } }, state);
  expect(await text()).not.toContain("X-APP-WEATHER");
  expect(await text()).toContain("SUMMARY:Ski");
});

it.each(["0", "9999999", "none"])("ignores an undo that names no earlier state: %s", async (state) => {
  const override = await overridden();
  await patch({ recurrenceOverrides: null });
  await patch({ recurrenceOverrides: { [KEY]: override } }, state);
  expect(await overridden()).toMatchObject({ start: "2026-12-07T10:00:00" });
});

it("keeps another app's later changes", async () => {
  const override = await overridden();
  const state = await patch({ recurrenceOverrides: null });
  const changed = (await jmap.icalendar(elin.actor, id)).replace("X-APP:one", "X-APP:two");
  await jmap.put(elin.actor, calendarId, "walk.ics", changed.trimEnd().split("\r\n"));
  await patch({ recurrenceOverrides: { [KEY]: override } }, state);
  expect(await text()).toContain("X-APP:two");
  expect(await text()).not.toContain("X-APP:one");
  expect(await overridden()).toMatchObject({ start: "2026-12-07T10:00:00" });
});

it("is refused without its capability", async () => {
  const using = USING.filter((name) => name !== "urn:snart:jmap");
  const calls = [["CalendarEvent/set", { update: { [id]: { title: "x" } }, undoTo: { [id]: "1" } }]] as const;
  const { methodResponses } = await elin.request(calls, { using });
  const [[name, answer]] = methodResponses;
  expect([name, answer.type]).toEqual(["error", "invalidArguments"]);
  expect((await elin.event(id)).title).toBe("Walk");
});
