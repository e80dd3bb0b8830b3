import { describe, expect, it } from "vitest";
import { applyMessage } from "./apply-message.ts";
import { addressesOf } from "./attendee.ts";
import { checkAttendeeChange } from "./attendee-change.ts";
import { attendeeReply } from "./attendee-reply.ts";
import { event, linesOf, messageOf, objectOf, reread } from "./scheduling-text.ts";

const isBengt = addressesOf(["mailto:bengt@example.com"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };
const on = (day: string, partstat: string, ...lines: readonly string[]): readonly string[] =>
  event(
    `RECURRENCE-ID:202611${day}T110000Z`,
    `DTSTART:202611${day}T110000Z`,
    `DTEND:202611${day}T120000Z`,
    `ATTENDEE;PARTSTAT=${partstat}:mailto:bengt@example.com`,
    ...lines,
  );

describe("a guest of single instances", () => {
  const both = objectOf(on("24", "ACCEPTED"), on("25", "ACCEPTED"));
  const left = objectOf(on("24", "ACCEPTED"));

  it("declines one by taking it out", () => {
    expect(checkAttendeeChange(both, left, isBengt)).toEqual({ ok: true, value: left });
    const reply = attendeeReply(both, left, isBengt, context);
    const told = reply ? linesOf(reread(reply.calendar)) : [];
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("RECURRENCE-ID:20261125T110000Z");
    expect(told[0]?.join()).toContain("PARTSTAT=DECLINED");
  });

  it("clears a cancelled one away without a word", () => {
    const cancelled = objectOf(on("24", "ACCEPTED"), on("25", "ACCEPTED", "STATUS:CANCELLED"));
    expect(checkAttendeeChange(cancelled, left, isBengt).ok).toBe(true);
    expect(attendeeReply(cancelled, left, isBengt, context)).toBeUndefined();
  });

  it("is not given it back by the next message that knows of the no, but by one that asks anew", () => {
    const delivery = { isMine: isBengt, sender: "mailto:elin@example.com", mayBecome: () => true };
    const said = (partstat: string) => {
      const lines = [on("24", "ACCEPTED", "LOCATION:Canteen"), on("25", partstat, "LOCATION:Canteen")];
      const applied = applyMessage(messageOf("REQUEST", ...lines), left, delivery);
      return applied.kind === "store" ? applied.object.overrides.length : applied.kind;
    };
    expect(said("DECLINED")).toBe(1);
    expect(said("NEEDS-ACTION")).toBe(2);
  });

  it("may not take part in one that nobody asked for", () => {
    expect(checkAttendeeChange(left, both, isBengt).ok).toBe(false);
  });
});
