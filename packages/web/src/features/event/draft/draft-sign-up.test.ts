import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import { isWrongCapacity, NEW_SIGN_UP, signUpOfEvent, signUpParts, signUpPatch } from "./draft-sign-up.ts";

const event = (parts: Partial<JSEvent>): JSEvent => ({
  "@type": "Event",
  uid: "a",
  start: "2026-12-01T18:00:00",
  ...parts,
});
const twelve = event({ "snart:signUp": { "@type": "SignUp", capacity: 12, closesBefore: "P2D" } });

describe("a sign-up in the editor", () => {
  it("is read from the event and says nothing when nothing was changed", () => {
    const draft = signUpOfEvent(twelve);
    expect(draft).toEqual({ capacity: "12", closesBefore: 2880, hides: false });
    expect(signUpPatch(twelve, draft, draft)).toEqual({});
    expect(signUpOfEvent(event({}))).toBeNull();
    expect(signUpPatch(event({}), null, null)).toEqual({});
  });

  it("is begun, changed and ended by one property", () => {
    expect(signUpParts({ ...NEW_SIGN_UP, capacity: " 8 ", closesBefore: 60, hides: true })).toEqual({
      "snart:signUp": { "@type": "SignUp", capacity: 8, closesBefore: "PT1H" },
      hideAttendees: true,
    });
    expect(signUpParts(null)).toEqual({});
    const draft = signUpOfEvent(twelve);
    expect(signUpPatch(twelve, draft, null)).toEqual({ "snart:signUp": null });
    expect(signUpPatch(twelve, draft, { capacity: "", closesBefore: 0, hides: true })).toEqual({
      "snart:signUp": { "@type": "SignUp" },
      hideAttendees: true,
    });
  });

  it("preserves an end at a fixed time", () => {
    const own = event({ "snart:signUp": { closesAt: "2026-11-30T21:00:00Z" } });
    const draft = signUpOfEvent(own);
    expect(draft?.closesBefore).toBeNull();
    expect(signUpPatch(own, draft, { ...NEW_SIGN_UP, closesBefore: null, capacity: "3" })).toEqual({
      "snart:signUp": { "@type": "SignUp", capacity: 3, closesAt: "2026-11-30T21:00:00Z" },
    });
  });

  it.each([
    ["", false],
    ["1", false],
    ["100000", false],
    ["0", true],
    ["100001", true],
    ["1.5", true],
    ["-2", true],
    ["tolv", true],
  ])("takes %j places for wrong: %s", (capacity, isWrong) => {
    expect(isWrongCapacity({ ...NEW_SIGN_UP, capacity })).toBe(isWrong);
    expect(isWrongCapacity(null)).toBe(false);
  });
});
