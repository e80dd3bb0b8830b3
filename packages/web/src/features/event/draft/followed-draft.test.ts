import { asLocal, localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import type { EventDraft } from "./draft.ts";
import { followedDraft } from "./followed-draft.ts";

const start = localFromFields(2026, 11, 24, 10);
const hour = 3_600_000;
const before: EventDraft = {
  title: "Lunch",
  allDay: false,
  start,
  end: asLocal(start + hour),
  timeZone: "Europe/Stockholm",
  repeat: { repeat: { kind: "none" }, at: start, isChosen: false },
  calendarKey: "A/c",
  place: "",
  description: "",
  reminders: [],
  isPrivate: false,
  isFree: false,
  guests: [],
};
const guest = (id: string) => ({
  id,
  name: id,
  address: `${id}@example.com`,
  isOptional: false,
  isRoom: false,
  answer: "needs-action" as const,
});

it("takes what was changed elsewhere, and keeps what was written", () => {
  const found = followedDraft(
    before,
    { ...before, description: "mine" },
    { ...before, title: "Lunch at two" },
  );
  expect(found).toEqual({
    draft: { ...before, title: "Lunch at two", description: "mine" },
    changed: ["title"],
    overlaps: [],
  });
});

it("is the event as it is now where nothing was written", () => {
  const now = { ...before, title: "theirs" };
  expect(followedDraft(before, before, now).draft).toBe(now);
});

it("keeps a time whole: start, end and zone of one side", () => {
  const mine = { ...before, end: asLocal(start + 2 * hour) };
  const now = { ...before, start: asLocal(start - hour), end: start };
  const found = followedDraft(before, mine, now);
  expect(found.draft).toMatchObject({ start, end: start + 2 * hour });
  expect(found.overlaps).toEqual(["when"]);
});

it("has no overlap where both have written the same", () => {
  const same = { ...before, place: "Loftet" };
  expect(followedDraft(before, same, same).overlaps).toEqual([]);
});

describe("guests", () => {
  it("of both sides are invited, and those removed by either are gone", () => {
    const had = { ...before, guests: [guest("anna"), guest("bo"), guest("cia")] };
    const mine = { ...had, guests: [guest("bo"), { ...guest("cia"), isOptional: true }, guest("disa")] };
    const now = {
      ...had,
      guests: [guest("anna"), { ...guest("cia"), answer: "accepted" as const }, guest("eva")],
    };
    const { draft, overlaps } = followedDraft(had, mine, now);
    expect(draft.guests).toEqual([
      { ...guest("cia"), isOptional: true, answer: "accepted" },
      guest("eva"),
      guest("disa"),
    ]);
    expect(overlaps).toEqual([]);
  });

  it("invited by both are invited once", () => {
    const mine = { ...before, guests: [{ ...guest("anna"), id: "other" }] };
    const { draft } = followedDraft(before, mine, { ...before, guests: [guest("anna")] });
    expect(draft.guests).toEqual([guest("anna")]);
  });
});
