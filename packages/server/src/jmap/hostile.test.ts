import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JmapClient } from "../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../testing/test-jmap.ts";
import { METHODS } from "./methods.ts";

let jmap: TestJmap;
let elin: JmapClient;
let calendarId: string;
let id: string;
beforeAll(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  calendarId = (await elin.calendars())[0].id;
  id = await jmap.put(
    elin.actor,
    calendarId,
    "a.ics",
    vevent("a", "DTSTART;TZID=Europe/Stockholm:20261123T090000", "RRULE:FREQ=DAILY;COUNT=9", "SUMMARY:A"),
  );
});
afterAll(() => jmap.close());

const ARGUMENTS =
  "ids properties sinceState maxChanges ifInState create update destroy filter sort position anchor anchorOffset limit calculateTotal expandRecurrences timeZone sinceQueryState blobId calendarId newCalendarName id currentPassword newPassword onDestroyRemoveEvents onSuccessSetIsDefault reduceParticipants recurrenceOverridesAfter".split(
    " ",
  );
const PROPERTIES =
  "title start duration timeZone showWithoutTime recurrenceRule recurrenceOverrides participants locations virtualLocations links alerts keywords categories color status privacy priority freeBusyStatus calendarIds uid @type sequence created updated relatedTo utcStart utcEnd description endTimeZone organizerCalendarAddress useDefaultAlerts isDraft name sortOrder constructor hasOwnProperty".split(
    " ",
  );

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<fc.JsonValue>(
    "",
    "\0",
    "2026-11-23T09:00:00",
    "2026-11-23T09:00:00Z",
    "9999-99-99T99:99:99",
    "PT1H",
    "P999999999D",
    "Europe/Stockholm",
    "__proto__",
    -1,
    1e308,
    2 ** 53,
    "💥".repeat(50),
  ),
  fc.constantFrom<fc.JsonValue>(
    { "@type": "OffsetTrigger", offset: "-PT5M" },
    { frequency: "daily" },
    { frequency: "secondly", count: 1e15 },
    { frequency: "yearly", byMonth: ["2L"], byDay: [{ day: "mo", nthOfPeriod: -99 }] },
    { a: { name: "x", roles: { owner: true } } },
    { a: { trigger: { "@type": "OffsetTrigger", offset: "x" } } },
    { "2026-11-24T09:00:00": { excluded: true }, nonsense: { title: null } },
  ),
);
const odds = (names: readonly string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), odd, { maxKeys: 6 });
const noProto = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__":');

async function survives(name: string, args: object): Promise<void> {
  const { methodResponses } = await elin.request([[name, args]]);
  expect(jmap.reported).toEqual([]);
  expect(methodResponses[0][1].type).not.toBe("serverFail");
}

describe("hostile input", () => {
  it("never breaks a method, whatever its arguments are", async () => {
    const names = [...METHODS.keys()].filter((name) => name !== "Core/echo");
    const call = fc.tuple(fc.constantFrom(...names), odds(ARGUMENTS).filter(noProto));
    await fc.assert(
      fc.asyncProperty(call, ([name, args]) => survives(name, args)),
      { numRuns: 400 },
    );
  });

  it("never breaks the creation of an event", async () => {
    const event = odds(PROPERTIES).filter(noProto);
    await fc.assert(
      fc.asyncProperty(event, (given) =>
        survives("CalendarEvent/set", {
          create: {
            k: {
              calendarIds: { [calendarId]: true },
              start: "2026-11-23T12:00:00",
              timeZone: "Europe/Stockholm",
              ...given,
            },
          },
        }),
      ),
      { numRuns: 400 },
    );
  });

  it("never breaks a patch of an event or of an occurrence", async () => {
    const paths = PROPERTIES.flatMap((name) => [
      name,
      `${name}/a`,
      `${name}/a/b`,
      `recurrenceOverrides/2026-11-24T09:00:00/${name}`,
    ]);
    const patch = fc.tuple(fc.boolean(), odds(paths).filter(noProto));
    await fc.assert(
      fc.asyncProperty(patch, ([isOccurrence, given]) =>
        survives("CalendarEvent/set", { update: { [isOccurrence ? `${id}_20261124T090000` : id]: given } }),
      ),
      { numRuns: 400 },
    );
  });

  it("reads, searches and patches the largest event of unusual properties quickly", async () => {
    const many = Array.from({ length: 16_000 }, (_, n) => `JSPROP;JSPTR=a${n}:${n}`);
    const deep = `JSPROP;JSPTR=deep:${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const lines = ["DTSTART:20261123T090000Z", "RRULE:FREQ=DAILY", deep, ...many];
    const large = await jmap.put(elin.actor, calendarId, "large.ics", vevent("large", ...lines));
    expect(await elin.event(large)).toMatchObject({ a15999: 15_999 });
    await survives("CalendarEvent/query", { filter: { text: "a15999" } });
    await survives("CalendarEvent/set", { update: { [`${large}_20261124T090000`]: { title: "x" } } });
    expect((await elin.call("CalendarEvent/set", { destroy: [large] })).destroyed).toEqual([large]);
  });

  it("leaves a calendar that can still be read, searched and written", async () => {
    expect((await elin.call("CalendarEvent/get", { ids: null })).list.length).toBeGreaterThan(0);
    await elin.call("CalendarEvent/query", {
      filter: { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" },
    });
    await elin.call("CalendarEvent/query", {
      filter: { text: "a" },
      sort: [{ property: "start" }, { property: "updated" }],
    });
    expect(
      (await elin.call("CalendarEvent/set", { update: { [id]: { title: "Still here" } } })).notUpdated,
    ).toBeNull();
    expect(jmap.reported).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
