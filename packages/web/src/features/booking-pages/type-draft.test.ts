import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { readEventType } from "@snart/calendar/booking-page/read-event-type.ts";
import { describe, expect, it } from "vitest";
import { draftOf, typeOfDraft, wrongInDraft, type TypeDraft } from "./type-draft.ts";

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
    limits: [
      { max: 3, of: "host", per: "day" },
      { max: 9, of: "type", per: "week" },
    ],
    hosts: [{ id: "elin" }],
    mode: "one",
    reminders: ["P1D"],
    change: { moveUntil: "PT2H" },
    places: [{ kind: "phone" }, { kind: "askGuest" }],
    questions: [{ kind: "phone", label: { en: "Number?", sv: "Nummer?" }, required: true }],
  },
};
const changed = (fields: Partial<TypeDraft>) =>
  typeOfDraft(record, { ...draftOf(record, "sv"), ...fields }, "sv");

describe("the form of an event type", () => {
  it("says what the type says, and leaves it as it is where nothing was touched", () => {
    expect(draftOf(record, "sv")).toMatchObject({
      lengths: "15, 90",
      every: "30",
      within: "",
      mostADay: "3",
      place: "several",
      reminders: "24",
      questions: "Nummer? *",
    });
    expect(changed({})).toEqual(record);
  });

  it.each<[Partial<TypeDraft>, object]>([
    [{ lengths: "20;  45 60" }, { lengths: ["PT20M", "PT45M", "PT60M"] }],
    [
      { before: "10", after: "0" },
      { before: "PT10M", after: "PT0M" },
    ],
    [{ notice: "24" }, { minNotice: "PT24H" }],
    [{ within: "14" }, { horizon: { within: "P14D" } }],
    [{ mostADay: "" }, { limits: [{ max: 9, of: "type", per: "week" }] }],
    [
      { place: "video", where: " https://meet.example/{booking} " },
      { places: [{ kind: "video", url: "https://meet.example/{booking}" }] },
    ],
    [{ place: "none" }, { places: [] }],
    [{ cancelUntil: "4" }, { change: { moveUntil: "PT4H", cancelUntil: "PT4H" } }],
    [{ reminders: "24, 1" }, { reminders: ["PT24H", "PT1H"] }],
    [
      { seats: "5", approval: true },
      { seats: 5, approval: true },
    ],
    [
      { questions: "Nummer?\n\nVarför? *\n" },
      {
        questions: [
          { kind: "phone", label: { en: "Number?", sv: "Nummer?" }, required: false },
          { kind: "text", label: { sv: "Varför?" }, required: true },
        ],
      },
    ],
  ])("makes of %j what the server takes", (fields, type) => {
    const made = changed(fields).type;
    expect(made).toMatchObject(type);
    expect(readEventType(made).ok).toBe(true);
  });

  it("keeps one title where the other is taken away", () => {
    expect(changed({ en: " " }).title).toEqual({ sv: "Ett samtal" });
  });

  it.each<[Partial<TypeDraft>, string]>([
    [{ en: "", sv: " " }, "en"],
    [{ lengths: "" }, "lengths"],
    [{ lengths: "7" }, "lengths"],
    [{ lengths: "half an hour" }, "lengths"],
    [{ every: "0" }, "every"],
    [{ notice: "-1" }, "notice"],
    [{ within: "soon" }, "within"],
    [{ mostADay: "0" }, "mostADay"],
    [{ seats: "" }, "seats"],
    [{ reminders: "1, x" }, "reminders"],
    [{ place: "address", where: " " }, "where"],
  ])("finds %j wrong by its field", (fields, field) => {
    expect([...wrongInDraft({ ...draftOf(record, "sv"), ...fields })]).toEqual([field]);
    expect(wrongInDraft(draftOf(record, "sv")).size).toBe(0);
  });
});
