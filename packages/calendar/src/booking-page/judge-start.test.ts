import { describe, expect, it } from "vitest";
import { USUAL_WEEK } from "../time/working-hours.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import type { EventType } from "./event-type.ts";
import type { PageBooking, PageFacts } from "./facts.ts";
import { judgeStart } from "./judge-start.ts";
import { offeredStarts } from "./offered-starts.ts";
import { prepareEventType } from "./prepare.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday in winter, so that the clocks in London show UTC. */
const MONDAY = Date.parse("2026-11-23T00:00:00Z");
const NOW = MONDAY + 10 * HOUR + 20 * MINUTE;
/** A time of the Wednesday. */
const at = (hours: number, minutes = 0): number => MONDAY + 2 * DAY + hours * HOUR + minutes * MINUTE;

const TYPE: EventType = {
  timeZone: "Europe/London",
  lengths: ["PT30M"],
  start: { every: "PT30M" },
  schedule: { of: "page", hours: [{ days: ["mo", "tu", "we", "th", "fr"], from: "09:00", to: "17:00" }] },
  horizon: { within: "P60D" },
  hosts: [{ id: "anna" }],
  mode: "one",
};
const FRESH = { name: "Work", health: "fresh" as const, from: 0, to: Date.UTC(2100) };
const host = (id: string, busy: PageFacts["hosts"][number]["busy"] = []) => ({
  host: id,
  busy,
  sources: [FRESH],
});
const FACTS: PageFacts = {
  type: "talk",
  page: "elin",
  hosts: [host("anna")],
  bookings: [],
  bookingsFrom: 0,
  bookingsTo: Date.UTC(2100),
  rooms: [],
};
const booked = (id: string, start: number, more: Partial<PageBooking> = {}): PageBooking => ({
  id,
  type: "talk",
  page: "elin",
  hosts: ["anna"],
  start,
  end: start + 30 * MINUTE,
  before: 0,
  after: 0,
  booked: NOW - DAY,
  ...more,
});

const judge = (
  type: Partial<EventType>,
  facts: Partial<PageFacts>,
  start: number,
  { length = 30, now = NOW }: { length?: number | undefined; now?: number | undefined } = {},
) =>
  judgeStart(
    prepareEventType({ ...TYPE, ...type }),
    { ...FACTS, ...facts },
    { start, end: start + length * MINUTE },
    now,
  );
const reasons = (...args: Parameters<typeof judge>) => {
  const verdict = judge(...args);
  return verdict.ok ? [] : verdict.reasons;
};
/** Readings of the Wednesday's offered starts. */
const offered = (type: Partial<EventType>, facts: Partial<PageFacts>): readonly string[] => {
  const day = MONDAY / DAY + 2;
  const prepared = prepareEventType({ ...TYPE, ...type });
  return offeredStarts(prepared, { ...FACTS, ...facts }, { first: day, last: day }, UTC, NOW).map(
    ({ start }) => new Date(start).toISOString().slice(11, 16),
  );
};

describe("a start", () => {
  it("is granted with its host where nothing is in the way", () => {
    expect(judge({}, {}, at(9))).toEqual({ ok: true, hosts: ["anna"], shares: [], needsApproval: false });
    expect(judge({ approval: true }, {}, at(9))).toHaveProperty("needsApproval", true);
  });

  it.each([
    ["that ends before it begins", at(9), { length: -30 }, [{ kind: "notATime" }]],
    ["that is no number", NaN, {}, [{ kind: "notATime" }]],
    ["of a length that there is not", at(9), { length: 45 }, [{ kind: "notALength", minutes: 45 }]],
    ["before the hours", at(8, 30), {}, [{ kind: "notOpen" }]],
    ["that ends after the hours", at(17), {}, [{ kind: "notOpen" }]],
    ["a little late", at(9, 10), {}, [{ kind: "offRaster", nearest: at(9) }]],
    ["a little early", at(9, 20), {}, [{ kind: "offRaster", nearest: at(9, 30) }]],
    ["at the last moment", at(16, 50), {}, [{ kind: "notOpen" }, { kind: "offRaster", nearest: at(16, 30) }]],
    ["that has begun", at(9), { now: at(9) }, [{ kind: "past" }]],
    ["after the horizon", at(9) + 63 * DAY, {}, [{ kind: "tooFar", latest: NOW + 60 * DAY }]],
  ])("is refused %s", (_, start, more, expected) => {
    expect(reasons({}, {}, start, more)).toEqual(expected);
  });

  it("is refused for all reasons at once", () => {
    const busy = [
      { from: at(7, 21), to: at(11, 52) },
      { from: at(0), to: at(24) },
    ];
    const facts = { hosts: [host("anna", busy)], paused: { until: NOW + DAY } };
    expect(
      reasons(
        { limits: [{ max: 1, of: "page", per: "week" }] },
        { ...facts, bookings: [booked("b", at(16))] },
        at(8),
      ),
    ).toEqual([
      { kind: "paused", until: NOW + DAY },
      { kind: "notOpen" },
      { kind: "limit", of: "page", per: "week", max: 1, used: 1, day: MONDAY / DAY },
      { kind: "busy", host: "anna", from: at(0), to: at(24) },
      { kind: "busy", host: "anna", from: at(7, 21), to: at(11, 52) },
    ]);
  });

  it("needs its notice, to the minute", () => {
    const minNotice = "PT4H";
    expect(reasons({ minNotice }, {}, at(9), { now: at(5) })).toEqual([]);
    expect(reasons({ minNotice }, {}, at(9), { now: at(5, 1) })).toEqual([
      { kind: "tooSoon", earliest: at(9, 1) },
    ]);
  });

  it("lies on the days of a period, the last too", () => {
    const horizon = { from: "2026-11-25", until: "2026-11-26" };
    const day = MONDAY / DAY;
    expect(reasons({ horizon }, {}, at(9))).toEqual([]);
    expect(reasons({ horizon }, {}, at(9) + DAY)).toEqual([]);
    for (const start of [at(9) - DAY, at(9) + 2 * DAY])
      expect(reasons({ horizon }, {}, start)).toEqual([
        { kind: "outsidePeriod", from: day + 2, until: day + 3 },
      ]);
  });

  it("is not offered while the page is paused, and is at the moment when it opens", () => {
    expect(reasons({}, { paused: {} }, at(9))).toEqual([{ kind: "paused" }]);
    expect(reasons({}, { paused: { until: NOW } }, at(9))).toEqual([]);
  });

  it("follows the hours of a date instead of those of its weekday", () => {
    const schedule = {
      ...TYPE.schedule,
      dates: [{ date: "2026-11-25", hours: [{ from: "20:15", to: "21:15" }] }],
    };
    expect(offered({ schedule } as Partial<EventType>, {})).toEqual(["20:15", "20:45"]);
  });
});

describe("buffers", () => {
  const near = (gap: number, own: Partial<EventType>, other: Partial<PageBooking>) =>
    reasons(own, { bookings: [booked("first", at(9), other)] }, at(9, 30) + gap * MINUTE).filter(
      ({ kind }) => kind !== "offRaster",
    );

  it("are the longer of two neighbours' and never their sum", () => {
    const first = { after: 20 * MINUTE };
    expect(near(30, { before: "PT30M" }, first)).toEqual([]);
    expect(near(29, { before: "PT30M" }, first)).toEqual([
      { kind: "buffer", host: "anna", from: at(9), to: at(9, 30) },
    ]);
    expect(near(20, { before: "PT10M" }, first)).toEqual([]);
    expect(near(19, { before: "PT10M" }, first)).toHaveLength(1);
    expect(near(0, { after: "PT2H" }, { before: 2 * HOUR })).toEqual([]);
  });

  it("are kept before the next neighbour as well", () => {
    const bookings = [booked("next", at(12), { before: 25 * MINUTE })];
    expect(offered({ after: "PT1H" }, { bookings })).not.toContain("11:00");
    expect(offered({ after: "PT1H" }, { bookings })).toContain("10:30");
    expect(offered({ after: "PT5M" }, { bookings })).toContain("11:00");
    expect(offered({ after: "PT5M" }, { bookings })).not.toContain("11:30");
  });

  it("are kept towards the host's own events, and move no start to an odd minute", () => {
    const hosts = [host("anna", [{ from: at(11), to: at(12, 5) }])];
    expect(offered({ before: "PT10M", after: "PT45M" }, { hosts })).toEqual(
      "09:00 09:30 12:30 13:00 13:30 14:00 14:30 15:00 15:30 16:00 16:30".split(" "),
    );
  });

  it("need no opening of their own", () => {
    expect(offered({ before: "PT3H", after: "PT3H" }, {})).toHaveLength(16);
  });
});

describe("limits", () => {
  const full = (of: "type" | "page" | "host", other: Partial<PageBooking>) =>
    reasons({ limits: [{ max: 1, of, per: "day" }] }, { bookings: [booked("b", at(16), other)] }, at(9));

  it("count the type, the page, or the host on every page", () => {
    const used = { kind: "limit", per: "day", max: 1, used: 1, day: MONDAY / DAY + 2 };
    expect(full("type", {})).toEqual([{ ...used, of: "type" }]);
    expect(full("type", { type: "other" })).toEqual([]);
    expect(full("page", { type: "other" })).toEqual([{ ...used, of: "page" }]);
    expect(full("page", { page: "else", type: "other" })).toEqual([]);
    expect(full("host", { page: "else", type: "other" })).toEqual([{ ...used, of: "host", host: "anna" }]);
    expect(full("host", { hosts: ["bo"] })).toEqual([]);
  });

  it("count the days of the event type's zone", () => {
    const facts = { bookings: [booked("b", Date.parse("2026-11-25T23:30:00Z"))] };
    const limits = [{ max: 1, of: "type", per: "day" } as const];
    const stockholm = { timeZone: "Europe/Stockholm", limits };
    expect(reasons({ limits }, facts, at(9))).toHaveLength(1);
    // There it is half past midnight on the Thursday.
    expect(reasons(stockholm, facts, at(9))).toEqual([]);
    expect(reasons(stockholm, facts, at(9) + DAY)).toHaveLength(1);
  });

  it("count the fifty-third week of 2026 across the year's end", () => {
    const limits = [{ max: 1, of: "type", per: "week" } as const];
    const bookings = [booked("b", Date.parse("2026-12-29T10:00:00Z"))];
    const horizon = { within: "P60D" };
    const on = (date: string) => reasons({ limits, horizon }, { bookings }, Date.parse(`${date}T10:00:00Z`));
    expect(on("2027-01-01")).toEqual([
      { kind: "limit", of: "type", per: "week", max: 1, used: 1, day: Date.parse("2026-12-28") / DAY },
    ]);
    expect(on("2026-12-25")).toEqual([]);
    expect(on("2027-01-04")).toEqual([]);
  });

  it("count a month by its dates", () => {
    const limits = [{ max: 1, of: "type", per: "month" } as const];
    const bookings = [booked("b", Date.parse("2026-12-31T16:00:00Z"))];
    expect(reasons({ limits }, { bookings }, Date.parse("2026-12-01T10:00:00Z"))).toHaveLength(1);
    expect(reasons({ limits }, { bookings }, Date.parse("2027-01-01T10:00:00Z"))).toEqual([]);
  });

  it("are unknown where the bookings of the whole period are not known", () => {
    const limits = [{ max: 5, of: "type", per: "week" } as const];
    const facts = { bookingsFrom: MONDAY + 60 * MINUTE };
    expect(reasons({}, facts, at(9))).toEqual([]);
    expect(reasons({ limits }, facts, at(9))).toEqual([
      { kind: "unknown", of: "page", id: "elin", source: "elin", health: "truncated" },
    ]);
  });
});

describe("a booking that stands in the way", () => {
  it("does not once it has expired, and not for its own guest", () => {
    const held = [booked("hold", at(9), { expires: NOW + MINUTE })];
    expect(reasons({}, { bookings: held }, at(9))).toHaveLength(1);
    expect(reasons({}, { bookings: held }, at(9), { now: NOW + MINUTE })).toEqual([]);
    const limits = [{ max: 1, of: "host", per: "month" } as const];
    expect(reasons({ limits }, { bookings: held, own: ["hold"] }, at(9))).toEqual([]);
  });

  it("is shared by as many guests as there are seats", () => {
    const type = { seats: 2, limits: [{ max: 1, of: "type", per: "day" } as const] };
    expect(judge(type, { bookings: [booked("a", at(9))] }, at(9))).toMatchObject({ ok: true, shares: ["a"] });
    expect(reasons(type, { bookings: [booked("a", at(9)), booked("b", at(9))] }, at(9))).toEqual([
      { kind: "full", seats: 2 },
    ]);
    // Another time of that day would be a second one.
    expect(reasons(type, { bookings: [booked("a", at(9))] }, at(10)).map(({ kind }) => kind)).toEqual([
      "limit",
    ]);
    // The same time of another type is none that could be shared.
    expect(
      reasons(type, { bookings: [booked("a", at(9), { type: "other" })] }, at(9)).map(({ kind }) => kind),
    ).toEqual(["busy"]);
  });
});

describe("what is not known", () => {
  const unknown = (sources: PageFacts["hosts"][number]["sources"]) =>
    reasons({ before: "PT1H" }, { hosts: [{ host: "anna", busy: [], sources }] }, at(9));

  it("refuses and is named, each source by itself", () => {
    const since = NOW - HOUR;
    expect(unknown([FRESH, { ...FRESH, name: "Google", health: "stale", since }])).toEqual([
      { kind: "unknown", of: "host", id: "anna", source: "Google", health: "stale", since },
    ]);
  });

  it("is all of a host without any source, or about whom nothing came", () => {
    const none = [{ kind: "unknown", of: "host", id: "anna", source: "anna", health: "unreadable" }];
    expect(unknown([])).toEqual(none);
    expect(reasons({}, { hosts: [] }, at(9))).toEqual(none);
  });

  it("begins where a source ends, buffers included", () => {
    expect(unknown([{ ...FRESH, from: at(8), to: at(9, 30) }])).toEqual([]);
    const short = [{ kind: "unknown", of: "host", id: "anna", source: "Work", health: "truncated" }];
    expect(unknown([{ ...FRESH, from: at(8, 1) }])).toEqual(short);
    expect(unknown([{ ...FRESH, to: at(9, 29) }])).toEqual(short);
  });

  it("is each host's hours where the event type has none", () => {
    expect(reasons({ schedule: { of: "host" } }, {}, at(9))).toEqual([
      { kind: "unknown", of: "host", id: "anna", source: "hours", health: "unreadable" },
    ]);
  });
});

describe("several hosts", () => {
  const hosts = [{ id: "anna" }, { id: "bo" }];
  const facts = {
    hosts: [host("anna", [{ from: at(9), to: at(10) }]), host("bo", [{ from: at(9, 30), to: at(10, 30) }])],
  };

  it("are all free where they meet together", () => {
    expect(offered({ hosts, mode: "collective" }, facts).slice(0, 2)).toEqual(["10:30", "11:00"]);
    expect(judge({ hosts, mode: "collective" }, facts, at(11))).toMatchObject({ hosts: ["anna", "bo"] });
  });

  it("take turns: one who is free is enough, and those who are stand in the verdict", () => {
    const type = { hosts, mode: "rotate" as const };
    expect(judge(type, facts, at(9))).toMatchObject({ ok: true, hosts: ["bo"] });
    expect(judge(type, facts, at(10))).toMatchObject({ ok: true, hosts: ["anna"] });
    expect(judge(type, facts, at(11))).toMatchObject({ ok: true, hosts: ["anna", "bo"] });
    expect(reasons(type, facts, at(9, 30)).map((reason) => reason.kind === "busy" && reason.host)).toEqual([
      "anna",
      "bo",
    ]);
  });

  it("begin with the hours that they have in common, each in their own zone", () => {
    const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
    const withHours = [
      { ...host("anna"), hours: { week: USUAL_WEEK, zone: stockholm } },
      { ...host("bo"), hours: { week: USUAL_WEEK.map((day) => day && { ...day, from: 495 }), zone: UTC } },
    ];
    const type = { hosts, schedule: { of: "host" as const }, lengths: ["PT1H"], start: { every: "PT1H" } };
    // 08–17 in Stockholm is 07–16 in UTC; Bo begins at a quarter past eight.
    expect(offered({ ...type, mode: "collective" }, { hosts: withHours })).toEqual(
      "08:15 09:15 10:15 11:15 12:15 13:15 14:15".split(" "),
    );
    expect(offered({ ...type, mode: "rotate" }, { hosts: withHours }).slice(0, 4)).toEqual(
      "07:00 08:00 08:15 09:00".split(" "),
    );
  });
});

describe("rooms", () => {
  const room = (id: string, from: number, to: number, more: object = {}) => ({
    room: id,
    free: [{ from, to }],
    source: FRESH,
    ...more,
  });
  const rooms = { anyOf: ["loft", "cellar"], required: true };

  it("are the first that is free for the whole time", () => {
    const facts = { rooms: [room("cellar", at(9), at(12)), room("loft", at(10), at(12))] };
    expect(judge({ rooms }, facts, at(9))).toMatchObject({ ok: true, room: "cellar" });
    expect(judge({ rooms }, facts, at(10))).toMatchObject({ ok: true, room: "loft" });
    expect(reasons({ rooms }, facts, at(12))).toEqual([{ kind: "noRoom", rooms: ["loft", "cellar"] }]);
    // A room's own rules can refuse what is free.
    const strict = room("loft", at(10), at(12), { suits: ({ from }: { from: number }) => from !== at(10) });
    expect(reasons({ rooms }, { rooms: [strict] }, at(10)).map(({ kind }) => kind)).toContain("noRoom");
    expect(judge({ rooms }, { rooms: [strict] }, at(10, 30))).toMatchObject({ ok: true, room: "loft" });
    const short = { rooms: [room("cellar", at(9), at(9, 29)), room("loft", at(9, 1), at(12))] };
    expect(reasons({ rooms }, short, at(9)).map(({ kind }) => kind)).toEqual(["noRoom"]);
  });

  it("that are not required may be lacking", () => {
    expect(judge({ rooms: { ...rooms, required: false } }, {}, at(9))).toEqual({
      ok: true,
      hosts: ["anna"],
      shares: [],
      needsApproval: false,
    });
  });

  it("that cannot be read are not used, and are named only where one would be needed", () => {
    const stale = room("loft", at(9), at(12), { source: { ...FRESH, health: "stale" } });
    expect(judge({ rooms }, { rooms: [stale, room("cellar", at(9), at(12))] }, at(9))).toMatchObject({
      room: "cellar",
    });
    expect(reasons({ rooms }, { rooms: [stale] }, at(9))).toEqual([
      { kind: "noRoom", rooms: ["loft", "cellar"] },
      { kind: "unknown", of: "room", id: "loft", source: "Work", health: "stale" },
      { kind: "unknown", of: "room", id: "cellar", source: "cellar", health: "unreadable" },
    ]);
  });
});

describe("the offered starts", () => {
  it("are those of the guest's days, of six weeks at most", () => {
    const prepared = prepareEventType(TYPE);
    const first = MONDAY / DAY;
    const tokyo = ianaZone("Asia/Tokyo") ?? UTC;
    const starts = offeredStarts(prepared, FACTS, { first: first + 2, last: first + 2 }, tokyo, NOW);
    // Wednesday in Tokyo begins on the Tuesday at 15:00.
    expect(starts[0]?.start).toBe(at(15) - DAY);
    expect(starts.at(-1)?.start).toBe(at(14, 30));
    const many = offeredStarts(prepared, FACTS, { first, last: first + 1_000 }, UTC, NOW);
    expect(many.at(-1)?.start).toBe(MONDAY + 39 * DAY + 16.5 * HOUR);
    expect(offeredStarts(prepared, FACTS, { first, last: first - 1 }, UTC, NOW)).toEqual([]);
  });

  it("carry every number in a row that is free from there, and no other length", () => {
    const prepared = prepareEventType({ ...TYPE, inRow: 3 });
    const facts = { ...FACTS, hosts: [host("anna", [{ from: at(10, 30), to: at(16) }])] };
    const day = MONDAY / DAY + 2;
    expect(offeredStarts(prepared, facts, { first: day, last: day }, UTC, NOW)).toEqual([
      { start: at(9), lengths: [30 * MINUTE, HOUR, 90 * MINUTE] },
      { start: at(9, 30), lengths: [30 * MINUTE, HOUR] },
      { start: at(10), lengths: [30 * MINUTE] },
      { start: at(16), lengths: [30 * MINUTE, HOUR] },
      { start: at(16, 30), lengths: [30 * MINUTE] },
    ]);
    const verdict = judgeStart(prepared, facts, { start: at(9), end: at(9, 45) }, NOW);
    expect(verdict).toMatchObject({ ok: false, reasons: [{ kind: "notALength" }] });
    expect(judgeStart(prepared, facts, { start: at(9), end: at(11) }, NOW).ok).toBe(false);
  });

  it("carry every length that is free from there", () => {
    const prepared = prepareEventType({ ...TYPE, lengths: ["PT1H", "PT30M"] });
    const facts = { ...FACTS, hosts: [host("anna", [{ from: at(10), to: at(16) }])] };
    const day = MONDAY / DAY + 2;
    expect(offeredStarts(prepared, facts, { first: day, last: day }, UTC, NOW)).toEqual([
      { start: at(9), lengths: [30 * MINUTE, HOUR] },
      { start: at(9, 30), lengths: [30 * MINUTE] },
      { start: at(16), lengths: [30 * MINUTE, HOUR] },
      { start: at(16, 30), lengths: [30 * MINUTE] },
    ]);
  });

  it("run on over midnight where the next day opens as this one closes", () => {
    const days = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
    const schedule = {
      of: "page" as const,
      hours: [
        { days, from: "23:00", to: "24:00" },
        { days, from: "00:00", to: "00:30" },
      ],
    };
    expect(offered({ schedule, lengths: ["PT1H"] }, {})).toEqual(["23:00", "23:30"]);
  });
});
