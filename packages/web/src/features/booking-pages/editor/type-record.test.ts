import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { readEventType } from "@snart/calendar/booking-page/read-event-type.ts";
import { describe, expect, it } from "vitest";
import {
  anotherType,
  emptyType,
  problemsOf,
  problemsSaid,
  readyToSend,
  shownSpan,
  shownSpans,
  withRules,
  writtenNumber,
  writtenSpan,
  writtenSpans,
  type TypeChanges,
} from "./type-record.ts";

const record: PageEventTypeRecord = {
  id: "talk",
  title: { en: "A talk", sv: "Ett samtal" },
  description: {},
  type: {
    timeZone: "Europe/Stockholm",
    lengths: ["PT15M", "PT1H30M"],
    start: { every: "PT30M" },
    schedule: { of: "host" },
    horizon: { from: "2026-12-01", until: "2026-12-31" },
    limits: [{ max: 3, of: "host", per: "day" }],
    hosts: [{ id: "elin" }],
    mode: "one",
    reminders: ["P1D"],
    change: { moveUntil: "PT2H" },
    places: [{ kind: "phone" }, { kind: "askGuest" }],
    questions: [{ kind: "phone", label: { en: "Number?", sv: "Nummer?" }, required: true }],
  },
};
const changed = (changes: TypeChanges): PageEventTypeRecord => readyToSend(withRules(record, changes));

describe("numbers and spans as a person writes them", () => {
  it.each([
    ["30", "minutes", "PT30M"],
    ["1,5", "hours", "PT90M"],
    [" 24 ", "hours", "PT24H"],
    ["14", "days", "P14D"],
    ["", "hours", undefined],
  ] as const)("reads %j %s as %j", (text, unit, span) => {
    expect(writtenSpan(text, unit)).toBe(span);
  });

  it.each(["soon", "-1", "1.5", "PT5M", "1e3", "99999999"])("leaves %j to be refused", (text) => {
    const type = { ...record.type, lengths: writtenSpans(text, "minutes") };
    expect(readEventType(type).ok).toBe(false);
  });

  it("shows what it has read", () => {
    expect(shownSpans(record.type.lengths, "minutes")).toBe("15, 90");
    expect(writtenSpans("15;  90 20", "minutes")).toEqual(["PT15M", "PT90M", "PT20M"]);
    expect(shownSpan("P1D", "hours")).toBe("24");
    expect(shownSpan("P3M", "days")).toBe("");
    expect([writtenNumber(""), writtenNumber("12"), writtenNumber("1.5"), writtenNumber("x")]).toEqual([
      undefined,
      12,
      NaN,
      NaN,
    ]);
  });
});

describe("an event type in the editor", () => {
  it("stays as it is where nothing was touched", () => {
    expect(readyToSend(record)).toEqual(record);
    expect(problemsOf(record)).toEqual([]);
  });

  it("loses what is taken away, and the language in which nothing is said", () => {
    const said = readyToSend({
      ...withRules(record, {
        change: undefined,
        questions: [
          {
            kind: "choice",
            label: { en: " ", sv: " Var? " },
            required: false,
            choices: [{ en: "A" }, { en: "B", sv: "" }],
          },
        ],
      }),
      title: { en: " A talk ", sv: "" },
    });
    expect(said.title).toEqual({ en: "A talk" });
    expect(said.type).not.toHaveProperty("change");
    expect(said.type.questions).toEqual([
      { kind: "choice", label: { sv: "Var?" }, required: false, choices: [{ en: "A" }, { en: "B" }] },
    ]);
    expect(problemsOf(said)).toEqual([]);
  });

  it.each<[TypeChanges, string]>([
    [{ lengths: [] }, "lengths"],
    [{ lengths: ["PT7M"] }, "lengths/0"],
    [{ start: { every: "" } }, "start/every"],
    [{ minNotice: writtenSpan("soon", "hours") }, "minNotice"],
    [{ horizon: { from: "2026-12-31", until: "2026-12-01" } }, "horizon/until"],
    [{ limits: [{ max: NaN, of: "page", per: "week" }] }, "limits/0/max"],
    [{ seats: NaN }, "seats"],
    [{ places: [{ kind: "phone" }, { kind: "video", url: "http://meet.example" }] }, "places/1/url"],
    [{ questions: [{ kind: "text", label: { en: "" }, required: false }] }, "questions/0/label"],
    [
      { questions: [{ kind: "choice", label: { en: "A?" }, required: true, choices: [{ en: "A" }] }] },
      "questions/0/choices",
    ],
    [{ change: { cancelUntil: "?x" } }, "change/cancelUntil"],
  ])("finds %j wrong by its field", (changes, path) => {
    expect(problemsOf(changed(changes)).map((each) => each.path)).toEqual([path]);
  });

  it("needs a name, and says so before it is sent", () => {
    expect(problemsOf(readyToSend({ ...record, title: { en: " " } }))).toEqual([
      { code: "empty", path: "title", limit: 200 },
    ]);
    expect(problemsOf({ ...record, description: { sv: "x".repeat(2_001) } })[0]?.code).toBe("too-long");
    expect(problemsOf({ ...record, title: { sv: "\u0007" } })[0]?.code).toBe("hostile-text");
  });

  it("puts what the server says to the field it is of", () => {
    const refused = (fields: Record<string, unknown>) =>
      problemsSaid({ kind: "refused", status: 200, code: "invalidProperties", fields });
    expect(refused({ problems: [{ code: "empty", path: "types/12/type/lengths" }] })).toEqual([
      { code: "empty", path: "lengths" },
    ]);
    expect(refused({ field: "types/0/title" })).toEqual([{ code: "unknown-value", path: "title" }]);
    expect(refused({})).toEqual([]);
    expect(problemsSaid({ kind: "unreachable" })).toEqual([]);
  });

  it("gets an id of its own when it is copied or new", () => {
    const copy = anotherType(record, { en: "Another" }, [record, { ...record, id: "talk-2" }]);
    expect(copy).toEqual({ ...record, id: "talk-3", title: { en: "Another" } });
    expect(anotherType(copy, {}, [record, copy]).id).toBe("talk-2");
    const long = { ...record, id: "a".repeat(40) };
    expect(anotherType(long, {}, [long]).id).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/);
    const empty = emptyType(record);
    expect(empty.type).not.toHaveProperty("questions");
    expect(problemsOf({ ...empty, title: { en: "New" } })).toEqual([]);
  });
});
