import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import { guestsOfEvent, guestsPatch, participantsOf, type DraftGuest } from "./draft-guests.ts";

const guest = (id: string, more: Partial<DraftGuest> = {}): DraftGuest => ({
  id,
  name: id,
  address: `${id}@example.com`,
  isOptional: false,
  isRoom: false,
  answer: "needs-action",
  ...more,
});
const me = { name: "Elin", address: "elin@example.com" };
const alone: JSEvent = { "@type": "Event", uid: "u", start: "2026-11-23T10:00:00" };
const changed = (event: JSEvent, after: readonly DraftGuest[]): JSEvent => {
  const patched = applyPatch(event, guestsPatch(event, guestsOfEvent(event), after, me));
  return patched.ok ? patched.value : expect.fail("the patch does not fit");
};

describe("the guests of a draft", () => {
  it("are everybody except the organizer, and come back as they were written", () => {
    const asked = [guest("anna"), guest("loft", { isRoom: true }), guest("bo", { isOptional: true })];
    const event = changed(alone, asked);
    expect(guestsOfEvent(event)).toEqual(asked);
    expect(Object.values(event.participants ?? {})[0]).toMatchObject({
      roles: { owner: true, attendee: true },
      calendarAddress: "mailto:elin@example.com",
    });
  });

  it("are nobody's to organise where the server knows better", () => {
    expect(Object.keys(participantsOf([guest("anna")], null) ?? {})).toEqual(["anna"]);
    expect(participantsOf([], me)).toBeUndefined();
    expect(guestsPatch(alone, [], [], me)).toEqual({});
  });

  it("keep their answers, whatever guests are added or removed", () => {
    const event = changed(alone, [guest("anna"), guest("bo")]);
    const answered = applyPatch(event, { "participants/anna/participationStatus": "accepted" });
    if (!answered.ok) throw new Error("no answer");
    const [anna] = guestsOfEvent(answered.value);
    if (!anna) throw new Error("no guest");
    expect(anna.answer).toBe("accepted");
    const patch = guestsPatch(
      answered.value,
      guestsOfEvent(answered.value),
      [{ ...anna, isOptional: true }, guest("cia")],
      me,
    );
    expect(Object.keys(patch).toSorted()).toEqual([
      "participants/anna/roles/optional",
      "participants/bo",
      "participants/cia",
    ]);
    const last = changed(answered.value, [{ ...anna, isOptional: true }, guest("cia")]);
    expect(guestsOfEvent(last)).toEqual([{ ...anna, isOptional: true }, guest("cia")]);
  });

  it("that nobody touched say nothing", () => {
    const event = changed(alone, [guest("anna")]);
    expect(guestsPatch(event, guestsOfEvent(event), guestsOfEvent(event), me)).toEqual({});
  });
});
