import { describe, expect, it } from "vitest";
import { checkItem, findingsOf } from "./check-item.ts";
import type { JsonObject } from "./patch.ts";
import type { JsonValue } from "./types.ts";
import { MAX_FINDINGS } from "./value-check.ts";

const EVENT: JsonObject = {
  "@type": "Event",
  uid: "u",
  start: "2026-11-23T10:00:00",
  timeZone: "Europe/Stockholm",
  recurrenceRule: { frequency: "daily" },
  locations: { l: { name: "Here" } },
};
const KEY = "2026-11-24T10:00:00";

const pointersOf = (changes: JsonObject): string[] =>
  findingsOf({ ...EVENT, ...changes }).map(({ pointer }) => pointer);

describe("the checker of JSCalendar", () => {
  it("finds nothing wrong in valid, null and unknown properties", () => {
    expect(findingsOf(EVENT)).toEqual([]);
    expect(pointersOf({ timeZone: null, title: null, "example.com:x": { y: [null, 5] } })).toEqual([]);
    expect(pointersOf({ locations: { l: { name: "x", "example.com:floor": 3 } } })).toEqual([]);
  });

  it.each<[string, JsonValue, string]>([
    ["title", 5, "title"],
    ["title", "a\0b", "title"],
    ["title", ["x"], "title"],
    ["uid", "", "uid"],
    ["uid", "x".repeat(256), "uid"],
    ["start", "2026-02-30T10:00:00", "start"],
    ["start", "2026-11-23T10:00:00Z", "start"],
    ["start", "2200-01-01T00:00:00", "start"],
    ["created", "2026-11-23T10:00:00", "created"],
    ["duration", "-PT1H", "duration"],
    ["timeZone", "Mars/Olympus", "timeZone"],
    ["priority", 10, "priority"],
    ["priority", 1.5, "priority"],
    ["sequence", -1, "sequence"],
    ["privacy", "hidden", "privacy"],
    ["keywords", { a: false }, "keywords/a"],
    ["keywords", { "": true }, "keywords/"],
    ["keywords", ["a"], "keywords"],
    ["locations", { "a/b": {} }, "locations/a~1b"],
    ["locations", { a: { links: { b: { size: -1 } } } }, "locations/a/links/b/size"],
    ["locations", { a: { "@type": "Link" } }, "locations/a/@type"],
    ["virtualLocations", { a: {} }, "virtualLocations/a/uri"],
    ["participants", { a: "elin" }, "participants/a"],
    ["participants", { a: { roles: { owner: 1 } } }, "participants/a/roles/owner"],
    ["participants", { a: { scheduleStatus: ["2.0", 2] } }, "participants/a/scheduleStatus/1"],
    ["alerts", { a: {} }, "alerts/a/trigger"],
    ["alerts", { a: { trigger: { "@type": "AbsoluteTrigger", offset: "PT1M" } } }, "alerts/a/trigger/when"],
    ["alerts", { a: { trigger: { offset: "PT1M", relativeTo: "now" } } }, "alerts/a/trigger/relativeTo"],
    ["recurrenceRule", { frequency: "daily", byHour: [9, 24] }, "recurrenceRule/byHour/1"],
    [
      "recurrenceRule",
      { frequency: "daily", byDay: [{ day: "mo", nthOfPeriod: 0 }] },
      "recurrenceRule/byDay/0/nthOfPeriod",
    ],
    [
      "recurrenceRule",
      { frequency: "daily", byMonthDay: Array(401).fill(1) as number[] },
      "recurrenceRule/byMonthDay",
    ],
    ["recurrenceRule", { frequency: "daily", count: 1, until: KEY }, "recurrenceRule"],
    ["recurrenceRule", {}, "recurrenceRule/frequency"],
    ["recurrenceOverrides", { tomorrow: {} }, "recurrenceOverrides/tomorrow"],
    ["recurrenceOverrides", { [KEY]: [] }, `recurrenceOverrides/${KEY}`],
    ["recurrenceOverrides", { [KEY]: { start: 7 } }, `recurrenceOverrides/${KEY}/start`],
    [
      "recurrenceOverrides",
      { [KEY]: { "locations/l/name": 7 } },
      `recurrenceOverrides/${KEY}/locations~1l~1name`,
    ],
    [
      "recurrenceOverrides",
      { [KEY]: { "alerts/a": { trigger: {} } } },
      `recurrenceOverrides/${KEY}/alerts~1a/trigger/offset`,
    ],
  ])("points at %s = %j", (name, value, pointer) => {
    expect(pointersOf({ [name]: value })).toEqual([pointer]);
  });

  it("reports all problems at once, each with its reason", () => {
    const findings = findingsOf(
      { title: 5, alerts: { a: {}, b: { trigger: { offset: "soon" } } } },
      { required: ["start"] },
    );
    expect(findings).toEqual([
      { pointer: "start", reason: "must be there" },
      { pointer: "title", reason: "must be a text" },
      { pointer: "alerts/a/trigger", reason: "must be there" },
      { pointer: "alerts/b/trigger/offset", reason: "must be a duration, signed or not" },
    ]);
    expect(checkItem({ title: 5 })).toEqual({
      ok: false,
      problem: { code: "invalid-jscalendar", properties: ["title"], detail: "title must be a text" },
    });
  });

  it("stops after the maximum number of problems", () => {
    const keywords = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 0]));
    expect(findingsOf({ keywords })).toHaveLength(MAX_FINDINGS);
  });

  it("accepts values that were stored already, override by override", () => {
    const known = {
      title: 5,
      recurrenceOverrides: { [KEY]: { title: 7 }, "2026-11-25T10:00:00": {} },
    } as JsonObject;
    expect(findingsOf(known, { known })).toEqual([]);
    const next = {
      ...known,
      recurrenceOverrides: { [KEY]: { title: 7 }, "2026-11-25T10:00:00": { title: 8 } },
    };
    expect(findingsOf(next, { known }).map(({ pointer }) => pointer)).toEqual([
      "recurrenceOverrides/2026-11-25T10:00:00/title",
    ]);
  });

  it("doesn't take inherited JavaScript names for properties", () => {
    expect(pointersOf({ constructor: 5, toString: "x" } as unknown as JsonObject)).toEqual([]);
  });
});

describe("the names of JSCalendar", () => {
  it.each([
    ["recurrenceRules", [{ frequency: "weekly" }]],
    ["excludedRecurrenceRules", [{ frequency: "weekly" }]],
    ["replyTo", { imip: "mailto:a@example.com" }],
    ["timeZones", {}],
    ["localizations", { sv: { title: "Lunch" } }],
    ["excluded", true],
    ["extra", 1],
    ["Title", "Lunch"],
    ["recurrencerule", { frequency: "weekly" }],
    ["version", "1.0"],
  ] as const)("refuse %s", (name, value) => {
    expect(pointersOf({ [name]: value as JsonValue })).toEqual([name]);
    expect(pointersOf({ recurrenceOverrides: { [KEY]: { [name]: value as JsonValue } } })).toEqual(
      name === "excluded" ? [] : [`recurrenceOverrides/${KEY}/${name}`],
    );
  });

  it.each<[string, JsonValue, string]>([
    ["participants", { a: { sendTo: { imip: "mailto:a@example.com" } } }, "participants/a/sendTo"],
    ["participants", { a: { Name: "A" } }, "participants/a/Name"],
    ["participants", { a: { participationStatus: "Accepted" } }, "participants/a/participationStatus"],
    ["participants", { a: { participationStatus: "maybe so" } }, "participants/a/participationStatus"],
    ["participants", { a: { roles: { OWNER: true } } }, "participants/a/roles/OWNER"],
    ["locations", { l: { timeZone: "Europe/Oslo" } }, "locations/l/timeZone"],
    ["links", { l: { href: "https://example.com/", cid: "x" } }, "links/l/cid"],
    ["useDefaultAlerts", "yes", "useDefaultAlerts"],
    ["color", "#f0f", "color"],
    ["color", "red\r\nX:1", "color"],
    ["color", "lingon", "color"],
    ["start", "2026-11-23T10:00:00.5", "start"],
    ["created", "2026-11-23T10:00:00.5Z", "created"],
    ["alerts", { a: { trigger: { "@type": "absoluteTrigger" } } }, "alerts/a/trigger/@type"],
    [
      "recurrenceOverrides",
      { [KEY]: { locations: {}, "locations/l/name": "x" } },
      `recurrenceOverrides/${KEY}/locations~1l~1name`,
    ],
  ])("and values: %s %j is at fault at %s", (name, value, pointer) => {
    expect(pointersOf({ [name]: value })).toContain(pointer);
  });

  it("leave what a later version or a vendor may have defined", () => {
    expect(
      pointersOf({
        version: "2.0",
        color: "MediumPurple",
        mood: 1,
        participants: {
          a: { participationStatus: "considering", roles: { "example.com:scribe": true }, mood: 1 },
        },
        alerts: { a: { trigger: { "@type": "LocationTrigger", place: "l" }, action: "example.com:buzz" } },
      }),
    ).toEqual([]);
  });

  it("are not held against what was stored before", () => {
    const stored = { ...EVENT, color: "lingon", participants: { a: { participationStatus: "x y" } } };
    const changed = { ...stored, participants: { ...stored.participants, b: { name: "B" } } };
    expect(findingsOf(changed, { known: stored })).toEqual([]);
    const worse = { ...stored, participants: { a: { participationStatus: "z y" } } };
    expect(findingsOf(worse, { known: stored })).toHaveLength(1);
  });
});
