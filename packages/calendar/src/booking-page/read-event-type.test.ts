import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventType } from "./event-type.ts";
import { narrowed, readEventType, readPageLink } from "./read-event-type.ts";

const type: EventType = {
  timeZone: "Europe/Stockholm",
  lengths: ["PT15M", "PT30M"],
  start: { every: "PT30M" },
  schedule: { of: "page", hours: [{ days: ["mo", "tu"], from: "09:00", to: "17:00" }] },
  horizon: { within: "P60D" },
  hosts: [{ id: "elin" }],
  mode: "one",
};
const full: EventType = {
  ...type,
  schedule: {
    of: "page",
    hours: [
      { days: ["mo", "tu"], from: "09:00", to: "12:00" },
      { days: ["tu"], from: "12:00", to: "24:00" },
    ],
    dates: [
      { date: "2026-12-24", hours: [] },
      { date: "2026-12-27", hours: [{ from: "10:00", to: "14:00" }] },
    ],
  },
  before: "PT0M",
  after: "PT10M",
  minNotice: "PT4H",
  horizon: { from: "2026-12-01", until: "2028-11-30" },
  limits: [
    { max: 4, of: "host", per: "day" },
    { max: 10, of: "host", per: "week" },
    { max: 10, of: "page", per: "week" },
  ],
  hosts: [{ id: "elin", weight: 2 }, { id: "karin" }],
  mode: "rotate",
  rooms: { anyOf: ["loft", "studio"], required: true },
  seats: 1,
  approval: true,
  questions: [
    {
      kind: "text",
      label: { en: "Anything Elin should know?", sv: "Något Elin bör veta?" },
      required: false,
    },
    {
      kind: "choice",
      label: { sv: "Vad gäller det?" },
      required: true,
      choices: [{ sv: "Hus" }, { sv: "Tak" }],
    },
    { kind: "phone", label: { sv: "Telefon" }, required: false },
    { kind: "tick", label: { sv: "Jag har ritningar" }, required: false },
  ],
  places: [
    { kind: "video", url: "https://mote.example/{booking}" },
    { kind: "address", address: "Tallvägen 4" },
    { kind: "phone" },
    { kind: "askGuest" },
  ],
  change: { moveUntil: "PT4H", cancelUntil: "P1D" },
  reminders: ["P1D", "PT1H"],
};

const problems = (value: unknown): readonly string[] => {
  const read = readEventType(value);
  return read.ok ? [] : read.problem.map(({ code, path }) => `${code} ${path}`);
};
const withMore = (more: object): readonly string[] => problems({ ...type, ...more });
const hours = (...times: readonly string[]) => ({
  schedule: {
    of: "page",
    hours: times.map((time) => ({ days: ["mo"], from: time.slice(0, 5), to: time.slice(6) })),
  },
});
const mix = (...parts: readonly object[]) => ({
  mode: "mixed",
  hosts: parts.map((part, at) => ({ id: `host ${at}`, ...part })),
});
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe("an event type from outside", () => {
  it("is returned unchanged where nothing is wrong with it", () => {
    const mixed = { ...type, ...mix({ role: "required" }, { role: "pool", weight: 3 }) };
    for (const each of [type, full, mixed]) expect(readEventType(each)).toEqual({ ok: true, value: each });
  });

  it.each([
    ["no object", null, ["wrong-type "]],
    [
      "nothing",
      {},
      ["timeZone", "lengths", "start", "schedule", "horizon", "hosts", "mode"].map((key) => `missing ${key}`),
    ],
    ["a field that there is not", { ...type, price: 70 }, ["unknown-field price"]],
    ["a zone that there is not", { ...type, timeZone: "Europe/Tallkotten" }, ["unknown-zone timeZone"]],
    ["no length", { ...type, lengths: [] }, ["empty lengths"]],
    ["seven lengths", { ...type, lengths: many(7, (n) => `PT${n + 1}H`) }, ["too-many lengths"]],
    ["lengths of the calendar", { ...type, lengths: ["P1D"] }, ["bad-span lengths/0"]],
    ["a length of nothing", { ...type, lengths: ["PT0M"] }, ["out-of-range lengths/0"]],
    ["a length of more than a day", { ...type, lengths: ["PT24H5M"] }, ["out-of-range lengths/0"]],
    ["a length of seven minutes", { ...type, lengths: ["PT7M"] }, ["off-cell lengths/0"]],
    ["names shown to somebody", { ...type, showsGuests: "all" }, ["wrong-type showsGuests"]],
    ["none in a row", { ...type, lengths: ["PT30M"], inRow: 0 }, ["out-of-range inRow"]],
    ["thirteen in a row", { ...type, lengths: ["PT30M"], inRow: 13 }, ["out-of-range inRow"]],
    ["a row of more than a day", { ...type, lengths: ["PT5H"], inRow: 5 }, ["out-of-range inRow"]],
    ["a row of two lengths", { ...type, inRow: 2 }, ["not-in-this-mode inRow"]],
    [
      "a row that is shared",
      { ...type, lengths: ["PT30M"], inRow: 2, mode: "one", hosts: [{ id: "anna" }], seats: 2 },
      ["not-in-this-mode inRow"],
    ],
    ["a mix in which nobody takes turns", { ...type, ...mix({ role: "required" }) }, ["missing hosts"]],
    ["a mix in which everybody does", { ...type, ...mix({ role: "pool" }) }, ["missing hosts"]],
    [
      "a mix in which one has no role",
      { ...type, ...mix({ role: "required" }, {}, { role: "pool" }) },
      ["missing hosts/1/role"],
    ],
    [
      "a role that there is not",
      { ...type, ...mix({ role: "required" }, { role: "pool" }, { role: "admin" }) },
      ["unknown-value hosts/2/role"],
    ],
    [
      "a share of nothing in a mix",
      { ...type, ...mix({ role: "required" }, { role: "pool", weight: 0 }) },
      ["out-of-range hosts/1/weight"],
    ],
    [
      "a share of who always takes part",
      { ...type, ...mix({ role: "required", weight: 2 }, { role: "pool" }) },
      ["not-in-this-mode hosts/0/weight"],
    ],
    [
      "seats of a mix",
      { ...type, seats: 2, ...mix({ role: "required" }, { role: "pool" }) },
      ["not-in-this-mode seats"],
    ],
    [
      "roles where all take turns",
      { ...type, mode: "rotate", hosts: [{ id: "elin", role: "pool" }] },
      ["not-in-this-mode hosts/0/role"],
    ],
    ["a colour of no palette", { ...type, color: "mauve" }, ["unknown-value color"]],
    ["a colour of another palette", { ...type, color: "#c85e6c" }, ["unknown-value color"]],
    ["a colour that every object has", { ...type, color: "constructor" }, ["unknown-value color"]],
    ["no text as a colour", { ...type, color: null }, ["unknown-value color"]],
    ["no text as a calendar", { ...type, calendarId: 7 }, ["wrong-type calendarId"]],
    [
      "a calendar of several hosts",
      { ...type, mode: "collective", hosts: [{ id: "elin" }, { id: "bo" }], calendarId: "c" },
      ["not-in-this-mode calendarId"],
    ],
    ["the same length twice", { ...type, lengths: ["PT1H", "PT60M"] }, ["twice lengths/1"]],
    ["a raster of a minute", { ...type, start: { every: "PT1M" } }, ["out-of-range start/every"]],
    ["a buffer of a day", { ...type, before: "PT24H" }, ["out-of-range before"]],
    [
      "a horizon of three years",
      { ...type, horizon: { within: "P3Y" } },
      ["horizon-too-long horizon/within"],
    ],
    ["notice beyond the horizon", { ...type, minNotice: "P60D" }, ["never-bookable minNotice"]],
    ["no horizon", { ...type, horizon: { within: "PT0M" } }, ["never-bookable horizon/within"]],
    [
      "a period that ends before it begins",
      { ...type, horizon: { from: "2026-12-02", until: "2026-12-01" } },
      ["ends-before-start horizon/until"],
    ],
    [
      "a period of more than two years",
      { ...type, horizon: { from: "2026-12-01", until: "2028-12-01" } },
      ["horizon-too-long horizon/until"],
    ],
    [
      "two kinds of horizon",
      { ...type, horizon: { within: "P60D", from: "2026-12-01" } },
      ["not-in-this-mode horizon/from"],
    ],
    [
      "a limit of 0",
      { ...type, limits: [{ max: 0, of: "page", per: "day" }] },
      ["never-bookable limits/0/max"],
    ],
    [
      "a limit per year",
      { ...type, limits: [{ max: 1, of: "page", per: "year" }] },
      ["unknown-value limits/0/per"],
    ],
    [
      "the same limit twice",
      { ...type, limits: many(2, (n) => ({ max: n + 1, of: "page", per: "day" })) },
      ["twice limits/1"],
    ],
    ["no host", { ...type, hosts: [] }, ["empty hosts"]],
    ["two hosts for one", { ...type, hosts: [{ id: "a" }, { id: "b" }] }, ["too-many hosts"]],
    ["a host twice", { ...type, mode: "collective", hosts: [{ id: "a" }, { id: "a" }] }, ["twice hosts/1"]],
    [
      "twenty-one hosts",
      { ...type, mode: "collective", hosts: many(21, (n) => ({ id: `h${n}` })) },
      ["too-many hosts"],
    ],
    [
      "a share without turns",
      { ...type, hosts: [{ id: "a", weight: 2 }] },
      ["not-in-this-mode hosts/0/weight"],
    ],
    ["seats with turns", { ...type, mode: "rotate", seats: 2 }, ["not-in-this-mode seats"]],
    ["no rooms", { ...type, rooms: { anyOf: [], required: true } }, ["empty rooms/anyOf"]],
    ["a room twice", { ...type, rooms: { anyOf: ["a", "a"], required: true } }, ["twice rooms/anyOf"]],
  ])("is refused with %s", (_, value, expected) => {
    expect(problems(value)).toEqual(expected);
  });

  it("has hours that do not overlap, and starts that a page can show", () => {
    expect(withMore(hours("09:00-12:00", "12:00-24:00"))).toEqual([]);
    expect(withMore(hours("09:00-12:00", "11:30-14:00"))).toEqual(["hours-overlap schedule/hours"]);
    expect(withMore(hours("09:00-09:00"))).toEqual(["ends-before-start schedule/hours/0/to"]);
    expect(withMore(hours())).toEqual(["never-bookable schedule"]);
    const often = { start: { every: "PT5M" } };
    expect(withMore({ ...hours("08:00-16:00"), ...often })).toEqual([]);
    expect(withMore({ ...hours("08:00-16:05"), ...often })).toEqual(["too-many start/every"]);
    expect(withMore({ schedule: { of: "host" }, ...often })).toEqual(["too-many start/every"]);
    expect(withMore({ schedule: { of: "host" } })).toEqual([]);
    expect(withMore({ schedule: { of: "host", hours: [] } })).toEqual(["not-in-this-mode schedule/hours"]);
  });

  it("has dates with hours of their own, each once", () => {
    const dates = (...each: readonly object[]) =>
      withMore({ schedule: { of: "page", hours: [], dates: each } });
    const open = { date: "2026-12-27", hours: [{ from: "10:00", to: "14:00" }] };
    expect(dates(open)).toEqual([]);
    expect(dates(open, open)).toEqual(["twice schedule/dates/1"]);
    expect(dates({ ...open, date: "2026-02-29" })).toEqual(["bad-date schedule/dates/0/date"]);
    expect(dates({ date: "2026-12-27", hours: [] })).toEqual(["never-bookable schedule"]);
    expect(dates({ ...open, hours: [...open.hours, { from: "13:00", to: "15:00" }] })).toEqual([
      "hours-overlap schedule/dates/0/hours",
    ]);
  });

  it("asks questions of known kinds", () => {
    const asked = (question: object) =>
      withMore({ questions: [{ kind: "text", label: { en: "Why?" }, required: true, ...question }] });
    expect(asked({})).toEqual([]);
    expect(asked({ kind: "script" })).toEqual(["unknown-value questions/0/kind"]);
    expect(asked({ label: {} })).toEqual(["empty questions/0/label"]);
    expect(asked({ label: { en: "\u202eWhy?" } })).toEqual(["hostile-text questions/0/label/en"]);
    expect(asked({ choices: [{ en: "a" }] })).toEqual(["not-in-this-mode questions/0/choices"]);
    expect(asked({ kind: "choice" })).toEqual(["out-of-range questions/0/choices"]);
    expect(asked({ required: "yes" })).toEqual(["wrong-type questions/0/required"]);
  });

  it.each([
    ["http://mote.example/a", false],
    ["javascript:alert(1)", false],
    ["https://mote.example/{guest}", false],
    ["https://mote.example/ a", false],
    ['https://mote.example/"onload="', false],
    ["https://mote.example/{booking}", true],
  ])("has a video link to %s: %s", (url, isRight) => {
    expect(withMore({ places: [{ kind: "video", url }] })).toEqual(
      isRight ? [] : ["bad-address places/0/url"],
    );
  });

  it("has places of known kinds, each with what belongs to it", () => {
    expect(withMore({ places: [{ kind: "moon" }] })).toEqual(["unknown-value places/0/kind"]);
    expect(withMore({ places: [{ kind: "address" }] })).toEqual(["missing places/0/address"]);
    expect(withMore({ places: [{ kind: "phone", url: "https://a.example" }] })).toEqual([
      "not-in-this-mode places/0/url",
    ]);
  });

  it("shows every fault at once", () => {
    const wrong = { lengths: ["PT7M", 5], before: "-PT5M", mode: "all", reminders: ["soon"] };
    expect(withMore(wrong)).toEqual([
      "off-cell lengths/0",
      "bad-span lengths/1",
      "bad-span before",
      "unknown-value mode",
      "bad-span reminders/0",
    ]);
  });

  it("is read or refused whatever comes, and never throws", () => {
    const keys = Object.keys(full);
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const read = readEventType({ ...full, [key]: value });
        if (!read.ok) expect(read.problem.length).toBeGreaterThan(0);
        else expect(readEventType(read.value)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a link of its own", () => {
  it("narrows an event type to one length, host and room", () => {
    const wish = { uses: 1, until: "2026-12-07T00:00", length: "PT30M", host: "karin", room: "studio" };
    const link = readPageLink(wish, full);
    expect(link).toEqual({ ok: true, value: wish });
    const row = { ...type, lengths: ["PT30M"], inRow: 3 };
    expect(narrowed(row, {})).toEqual(row);
    expect(narrowed(row, { length: "PT30M" })).not.toHaveProperty("inRow");
    expect(narrowed(full, wish)).toEqual({
      ...full,
      lengths: ["PT30M"],
      hosts: [{ id: "karin" }],
      rooms: { anyOf: ["studio"], required: true },
    });
    expect(narrowed(full, {})).toEqual(full);
    expect(readEventType(narrowed(full, wish)).ok).toBe(true);
  });

  it.each([
    ["a length that the type has not", { length: "PT1H" }, ["unknown-value length"]],
    ["a host that the type has not", { host: "anton" }, ["unknown-value host"]],
    ["a room that the type has not", { room: "attic" }, ["unknown-value room"]],
    ["no uses", { uses: 0 }, ["out-of-range uses"]],
    ["an end that is no time", { until: "Monday" }, ["bad-date until"]],
    ["anything else", { limits: [] }, ["unknown-field limits"]],
  ])("is refused with %s", (_, value, expected) => {
    const read = readPageLink(value, full);
    expect(read.ok ? [] : read.problem.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  it("cannot leave one of hosts who meet guests together", () => {
    const together: EventType = { ...type, mode: "collective", hosts: [{ id: "elin" }, { id: "karin" }] };
    expect(readPageLink({ host: "elin" }, together).ok).toBe(false);
  });
});
