import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { eventOfDraft } from "./draft.ts";
import { newDraft, shownAsTurned } from "./new-draft.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const on = (allDay: boolean) => {
  const from = localFromFields(2026, 11, 23, allDay ? 0 : 12);
  const to = localFromFields(2026, 11, allDay ? 24 : 23, allDay ? 0 : 13);
  return newDraft(
    { start: stockholm.toInstant(from), end: stockholm.toInstant(to), allDay },
    "A/c",
    stockholm,
    "Leave",
  );
};

it("makes nobody busy with whole days, and makes people busy with hours", () => {
  expect(eventOfDraft(on(true), "u", stockholm)).toMatchObject({ freeBusyStatus: "free" });
  expect(eventOfDraft(on(false), "u", stockholm)).not.toHaveProperty("freeBusyStatus");
});

it("follows when it turns to whole days and back, until somebody has chosen", () => {
  const turned = { ...on(false), ...shownAsTurned(on(false), true), allDay: true };
  expect(turned.isFree).toBe(true);
  expect({ ...turned, ...shownAsTurned(turned, false) }.isFree).toBe(false);
  const chosen = { ...turned, isFree: false, isFreeChosen: true };
  expect(shownAsTurned(chosen, true)).toEqual({});
  expect({ ...chosen, ...shownAsTurned(chosen, false), ...shownAsTurned(chosen, true) }.isFree).toBe(false);
  expect(eventOfDraft(chosen, "u", stockholm)).not.toHaveProperty("isFreeChosen");
});
