import { expect, it } from "vitest";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { addressesOf } from "./attendee.ts";
import { applyMessage } from "./apply-message.ts";
import { answersOf, event, messageOf, objectOf } from "./scheduling-text.ts";

it("an answer without DTSTAMP is taken, and leaves no empty note of when it was given", () => {
  const stored = objectOf(event("ATTENDEE:mailto:bengt@example.com"));
  const lines = event("ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com").filter(
    (line) => !line.startsWith("DTSTAMP"),
  );
  const applied = applyMessage(messageOf("REPLY", lines), stored, {
    isMine: addressesOf(["mailto:elin@example.com"]),
    sender: "mailto:bengt@example.com",
    mayBecome: () => true,
  });
  if (applied.kind !== "store") throw new Error(JSON.stringify(applied));
  expect(answersOf(applied.object)).toEqual(["bengt ACCEPTED"]);
  expect(serialiseICalendar(applied.object.calendar)).not.toContain("X-CALENDARSERVER-DTSTAMP");
});
