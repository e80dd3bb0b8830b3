import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { inversePatch } from "./inverse-patch.ts";
import { occurrenceOf } from "./occurrence.ts";
import { applyPatch, asJson, escapePathToken, isEmptyMap, sameJson } from "./patch.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, JsonValue, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// Every JSCalendar value goes to iCalendar text and back, and a patch changes only what it names.

const context = { uid: "u", now: Date.UTC(2026, 10, 20), prodId: "p" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
const reread = (text: string): CalendarObject =>
  value(readCalendarObject(value(parseICalendar(text)).calendar));
const textOf = (event: JSEvent): string => serialiseICalendar(value(objectFromEvent(event, context)));
const eventOf = (text: string): JSEvent => value(eventFromObject(reread(text)));

/** Text with every character that iCalendar escapes, folds or could misread. */
const text = fc
  .string({
    unit: fc.constantFrom("a", "Å", "😀", ";", ",", "\\", "\n", '"', ":", " ", "^", "'", "x".repeat(70)),
    minLength: 1,
    maxLength: 8,
  })
  .map((inner) => `<${inner}>`);
/** A parameter's value: names hold only characters that a parameter can (RFC 6868 encodes newlines and quotes). */
const name = text;
const id = fc.constantFrom("a", "b-2", "Z_9", "0", "12D2B3EC-AC84-4B70-9EB6-CFE6AD5830B0");
const uri = fc.constantFrom("https://x.example/a?b=c,d;e", "https://å.example/", "urn:uuid:1");
const nameSet = (words: readonly string[]) =>
  fc
    .subarray([...words], { minLength: 1 })
    .map((some) => Object.fromEntries(some.map((word) => [word, true])));
const some = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.dictionary(id, arbitrary, { minKeys: 1, maxKeys: 3, noNullPrototype: true });

const link = fc.record(
  {
    "@type": fc.constant("Link" as const),
    href: uri,
    rel: fc.constantFrom("enclosure", "icon", "describedby", "alternate"),
    contentType: fc.constantFrom("text/html", "image/png"),
    title: name,
    size: fc.nat(),
    display: nameSet(["badge", "graphic", "fullsize"]),
  },
  { requiredKeys: ["@type", "href"] },
);
const location = fc.record(
  {
    "@type": fc.constant("Location" as const),
    name: text,
    coordinates: fc.constantFrom("geo:59.3,18.1", "geo:-33,151.2", "geo:1,2,3"),
    locationTypes: nameSet(["bar", "parking"]),
    links: some(link),
    "example.com:floor": fc.nat(),
  },
  { requiredKeys: ["@type", "name"] },
);
const virtualLocation = fc.record(
  { "@type": fc.constant("VirtualLocation" as const), uri, name, features: nameSet(["audio", "video"]) },
  { requiredKeys: ["@type", "uri"] },
);
const participant = fc.record(
  {
    "@type": fc.constant("Participant" as const),
    name,
    email: fc.constant("p@x.example"),
    kind: fc.constantFrom("individual", "group", "location", "resource"),
    participationStatus: fc.constantFrom("accepted", "declined", "tentative"),
    expectReply: fc.constant(true),
    roles: fc.constantFrom(
      { attendee: true },
      { attendee: true, chair: true },
      { attendee: true, optional: true },
      { informational: true },
    ),
    description: text,
    links: some(link),
    memberOf: fc.constant({ "mailto:g@x.example": true }),
    delegatedFrom: fc.constant({ "mailto:d@x.example": true }),
    scheduleAgent: fc.constantFrom("client", "none"),
    scheduleStatus: fc.constant(["2.0"]),
    percentComplete: fc.nat(100),
  },
  { requiredKeys: ["@type", "roles"] },
);
/** Each participant has a separate address. */
const participants = some(participant).map((all) =>
  Object.fromEntries(
    Object.entries(all).map(([key, one]) => [key, { ...one, calendarAddress: `mailto:${key}@x.example` }]),
  ),
);
const alert = fc.record(
  {
    "@type": fc.constant("Alert" as const),
    trigger: fc.constantFrom(
      { "@type": "OffsetTrigger" as const, offset: "-PT15M" },
      { "@type": "OffsetTrigger" as const, offset: "PT5M", relativeTo: "end" as const },
      { "@type": "AbsoluteTrigger" as const, when: "2026-11-20T08:00:00Z" },
    ),
    action: fc.constantFrom("display", "email"),
    acknowledged: fc.constant("2026-11-20T08:00:00Z"),
    relatedTo: fc.constant({ other: { "@type": "Relation" as const, relation: { snooze: true } } }),
  },
  { requiredKeys: ["@type", "trigger", "action"] },
);

const shared = {
  title: text,
  description: text,
  locale: fc.constantFrom("sv", "en-GB"),
  color: fc.constantFrom("salmon", "#ff00aa"),
  keywords: nameSet(["a", "b,c", "d;e", "å\\"]),
  categories: nameSet(["https://x.example/c1", "https://x.example/c2"]),
  virtualLocations: some(virtualLocation),
  links: some(link),
  priority: fc.integer({ min: 0, max: 9 }),
  freeBusyStatus: fc.constantFrom("free" as const, "busy" as const),
  status: fc.constantFrom("confirmed" as const, "tentative" as const, "cancelled" as const),
  alerts: some(alert),
  mayInviteSelf: fc.boolean(),
  "example.com:x": fc.constantFrom<JsonValue>(1, "two", { three: [null, 4] }),
};
const times = fc.constantFrom(
  { start: "2026-11-23T10:00:00", timeZone: "Europe/Stockholm", duration: "PT1H" },
  { start: "2026-11-23T10:00:00", timeZone: "Europe/Stockholm", duration: "PT1H", endTimeZone: "Asia/Tokyo" },
  { start: "2026-11-23T10:00:00", timeZone: "Etc/UTC" },
  { start: "2026-11-23T10:00:00", duration: "P1DT2H" },
  { start: "2026-11-23T00:00:00", showWithoutTime: true, duration: "P3D" },
);
const overrideChanges = fc.constantFrom<(start: string) => PatchObject>(
  () => ({ excluded: true }),
  () => ({ title: "<other>" }),
  (day) => ({ start: `${day}T00:00:00` }),
  () => ({ keywords: { x: true } }),
  () => ({ description: "<d>", "example.com:y": 7 }),
);

const events: fc.Arbitrary<JSEvent> = fc
  .tuple(
    times,
    fc.record(
      {
        ...shared,
        locations: some(location),
        privacy: fc.constantFrom("public" as const, "private" as const, "secret" as const),
        relatedTo: fc.constant({
          "other uid; with, signs": { "@type": "Relation" as const, relation: { next: true, child: true } },
        }),
        participants,
      },
      { requiredKeys: [] },
    ),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), overrideChanges), { maxLength: 3 }),
  )
  .map(([when, properties, exceptions]) => {
    const [first] = Object.keys(properties.locations ?? {});
    const many = Object.keys(properties.locations ?? {}).length > 1;
    const overrides = exceptions.map(([n, change]): [string, PatchObject] => {
      const day = `2026-12-${String(n).padStart(2, "0")}`;
      return [day + when.start.slice(10), change(day)];
    });
    return {
      "@type": "Event",
      uid: "u",
      ...when,
      ...properties,
      ...(many && first !== undefined && { mainLocationId: first }),
      ...(properties.participants && { organizerCalendarAddress: "mailto:o@x.example" }),
      ...(overrides.length > 0 && {
        recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
        recurrenceOverrides: Object.fromEntries(overrides),
      }),
    } as JSEvent;
  });

/** An event without its stamps; once written, the organizer is a participant too. */
function told(event: JSEvent): JSEvent {
  const { created: _c, updated: _u, prodId: _p, sequence: _s, participants: people, ...rest } = event;
  const others = Object.entries(people ?? {}).filter(([, { roles }]) => !roles?.["owner"]);
  const item = { ...rest, ...(others.length > 0 && { participants: Object.fromEntries(others) }) };
  // An empty map counts as absent.
  return Object.fromEntries(
    Object.entries(item).filter(([key, held]) => !isEmptyMap(key, held as JsonValue)),
  ) as unknown as JSEvent;
}
/** Overrides compared by the occurrences that they produce. */
function occurrencesOf(event: JSEvent): object {
  const entries = Object.entries(event.recurrenceOverrides ?? {})
    .filter(([key, patch]) => !sameJson(patch, { start: key }))
    .map(([key, patch]) => [
      key,
      patch["excluded"] === true ? patch : told(occurrenceOf(event, key, patch) as JSEvent),
    ]);
  return Object.fromEntries(entries) as object;
}
function expectSame(a: JSEvent, b: JSEvent): void {
  const [{ recurrenceOverrides: _a, ...one }, { recurrenceOverrides: _b, ...other }] = [told(a), told(b)];
  expect(one).toEqual(other);
  expect(occurrencesOf(a)).toEqual(occurrencesOf(b));
}

describe("JSCalendar", () => {
  it("survives the way to iCalendar and back", () => {
    fc.assert(
      fc.property(events, (event) => {
        const written = textOf(event);
        const back = eventOf(written);
        expectSame(back, event);
        expectSame(eventOf(textOf(back)), back);
      }),
      { numRuns: 120 },
    );
  });
});

/** The paths into a value, at every depth. */
function pathsOf(object: JsonValue, prefix = ""): string[] {
  if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
  return Object.entries(object as Record<string, JsonValue>).flatMap(([key, child]) => {
    const path = prefix + escapePathToken(key);
    return [path, ...pathsOf(child, `${path}/`)];
  });
}

const FOREIGN = "X-FOREIGN;X-P=1:a\\,b\r\n";
/** The text with unknown lines at every level. */
const withForeign = (written: string): string =>
  written
    .replaceAll(/^(BEGIN:(?:VEVENT|VALARM|VLOCATION|PARTICIPANT|VCALENDAR)\r\n)/gm, `$1${FOREIGN}`)
    .replace("END:VEVENT", "BEGIN:X-THING\r\nX-A:1\r\nEND:X-THING\r\nEND:VEVENT");
const countOf = (haystack: string, needle: string): number => haystack.split(needle).length - 1;
const unfolded = (written: string): string[] => written.replaceAll(/\r\n[ \t]/g, "").split("\r\n");

describe("a patch", () => {
  /** Paths whose removal leaves a valid event. */
  const isRemovable = (path: string): boolean =>
    !/^(?:@type|uid|start|timeZone|duration|showWithoutTime|endTimeZone|recurrence|sequence|created|updated|prodId|organizer|mainLocation|sentBy)/.test(
      path,
    ) &&
    !/(?:^|\/)(?:@type|uri|href|trigger|offset|when|roles|calendarAddress|relation|email)(?:\/|$)/.test(
      path,
    ) &&
    !/^(?:participants|alerts|virtualLocations|keywords|categories)\/[^/]*\/action$/.test(path);

  it("of any depth removes what it names and nothing else, and leaves unknown content at every level", () => {
    fc.assert(
      fc.property(events, fc.nat(), (event, n) => {
        const before = withForeign(textOf(event));
        const object = reread(before);
        const read = value(eventFromObject(object));
        const paths = pathsOf(asJson(read) as JsonValue).filter(isRemovable);
        const path = paths[n % Math.max(1, paths.length)];
        if (path === undefined) return;
        const after = serialiseICalendar(value(patchObject(object, { [path]: null }, context)));
        const wanted = told(value(applyPatch(read, { [path]: null })));
        const [root = ""] = path.split("/");
        const now = told(eventOf(after));
        for (const name of Object.keys({ ...wanted, ...now }))
          if (name !== root && name !== "mainLocationId" && name !== "recurrenceOverrides")
            expect([path, name, asJson(now)[name]]).toEqual([path, name, asJson(wanted)[name]]);
        expect(countOf(after, "BEGIN:X-THING")).toBe(countOf(before, "BEGIN:X-THING"));
        const gone =
          countOf(before, "BEGIN:V") +
          countOf(before, "BEGIN:P") -
          countOf(after, "BEGIN:V") -
          countOf(after, "BEGIN:P");
        expect(countOf(after, FOREIGN)).toBe(countOf(before, FOREIGN) - gone);
      }),
      { numRuns: 120 },
    );
  });

  it.each<[string, string, JsonValue, RegExp]>([
    ["a title", "title", "<new>", /^SUMMARY/],
    ["a participant's answer", "participants/a/participationStatus", "tentative", /^ATTENDEE.*a@x\.example/],
    ["an alert's trigger", "alerts/a/trigger/offset", "-PT1H", /^TRIGGER/],
    ["a location's name", "locations/b-2/name", "<new>", /^NAME/],
    ["a link's title", "links/a/title", "<new>", /^(?:ATTACH|URL|IMAGE|LINK)/],
    ["a virtual location's name", "virtualLocations/a/name", "<new>", /^CONFERENCE/],
    ["an override's title", "recurrenceOverrides/2026-12-01T10:00:00/title", "<new>", /^SUMMARY/],
  ])("of %s rewrites its line, and no other byte", (_, path, to, line) => {
    const event: JSEvent = {
      "@type": "Event",
      uid: "u",
      title: "<t>",
      start: "2026-11-23T10:00:00",
      duration: "PT1H",
      participants: {
        a: { calendarAddress: "mailto:a@x.example", roles: { attendee: true }, description: "<d>" },
        b: { calendarAddress: "mailto:b@x.example", roles: { attendee: true } },
      },
      organizerCalendarAddress: "mailto:o@x.example",
      alerts: {
        a: { trigger: { "@type": "OffsetTrigger", offset: "-PT15M" }, action: "display" },
        b: { trigger: { "@type": "OffsetTrigger", offset: "-PT15M" }, action: "email" },
      },
      locations: { a: { name: "<here>" }, "b-2": { name: "<there>", locationTypes: { bar: true } } },
      mainLocationId: "a",
      links: { a: { href: "https://x.example/", rel: "enclosure" }, b: { href: "https://y.example/" } },
      virtualLocations: { a: { uri: "https://v.example/" }, b: { uri: "https://w.example/" } },
      recurrenceRule: { frequency: "daily" },
      recurrenceOverrides: {
        "2026-12-01T10:00:00": { title: "<o>" },
        "2026-12-02T10:00:00": { color: "red" },
      },
    };
    const before = withForeign(textOf(event));
    const after = serialiseICalendar(value(patchObject(reread(before), { [path]: to }, { now: 0 })));
    const isStamp = (one: string): boolean => /^(?:DTSTAMP|LAST-MODIFIED)/.test(one);
    const [old, now] = [unfolded(before), unfolded(after)];
    expect(now).toHaveLength(old.length);
    const changed = now.filter((one, i) => one !== old[i] && !isStamp(one));
    // Instances without a value of their own follow the series.
    expect(changed.length).toBeGreaterThan(0);
    for (const one of changed) expect(one).toMatch(line);
    expect(new Set(changed).size).toBe(1);
  });

  it.each<[string, PatchObject, readonly string[]]>([
    [
      "two paths of which one begins the other",
      { locations: {}, "locations/a": { name: "x" } },
      ["locations/a"],
    ],
    ["a parent that is missing", { "locations/none/name": "x" }, ["locations/none/name"]],
    ["a way through a text", { "title/x": 1 }, ["title/x"]],
    ["a way into a list", { "recurrenceRule/byDay/0": { day: "mo" } }, ["recurrenceRule/byDay/0"]],
    ["a wrong type deep down", { "alerts/a/trigger/offset": 5 }, ["alerts/a/trigger/offset"]],
    [
      "a wrong type in an override",
      { "recurrenceOverrides/2026-12-01T10:00:00/title": [] },
      ["recurrenceOverrides/2026-12-01T10:00:00/title"],
    ],
    ["no start", { start: null }, ["start"]],
    ["__proto__", { ["__proto__/polluted"]: true }, ["__proto__/polluted"]],
    ["__proto__ further down", { "locations/__proto__": { name: "x" } }, ["locations/__proto__"]],
    [
      "the way to a prototype",
      { "constructor/prototype/polluted": true },
      ["constructor/prototype/polluted"],
    ],
    [
      "__proto__ for an id",
      { alerts: JSON.parse('{"__proto__": {"trigger": {"offset": "PT0S"}}}') as JsonValue },
      ["alerts/__proto__"],
    ],
  ])("with %s is refused with its pointer, without effect", (_, patch, pointers) => {
    const written = textOf({
      "@type": "Event",
      uid: "u",
      title: "t",
      start: "2026-11-23T10:00:00",
      alerts: { a: { trigger: { "@type": "OffsetTrigger", offset: "PT0S" } } },
      recurrenceRule: { frequency: "weekly", byDay: [{ day: "mo" }] },
      recurrenceOverrides: { "2026-12-01T10:00:00": { color: "red" } },
    });
    expect(patchObject(reread(written), patch, context)).toMatchObject({
      ok: false,
      problem: { code: "invalid-jscalendar", properties: pointers },
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("is undone by its inverse, also through iCalendar", () => {
    fc.assert(
      fc.property(events, fc.nat(), (event, n) => {
        const object = reread(textOf(event));
        const read = value(eventFromObject(object));
        const paths = pathsOf(asJson(read) as JsonValue).filter(isRemovable);
        const path = paths[n % Math.max(1, paths.length)];
        if (path === undefined) return;
        // An instance records only its difference from the series, which gets smaller when the series loses members
        // of the set.
        const [root = ""] = path.split("/");
        const isShared = Object.values(read.recurrenceOverrides ?? {}).some((patch) =>
          Object.keys(patch).some((one) => one.startsWith(root)),
        );
        if (isShared) return;
        const undo = value(inversePatch(read, { [path]: null }));
        const patched = serialiseICalendar(value(patchObject(object, { [path]: null }, context)));
        const undone = serialiseICalendar(value(patchObject(reread(patched), undo, context)));
        expectSame(eventOf(undone), read);
      }),
      { numRuns: 80 },
    );
  });
});
