import { expect, it } from "vitest";
import { addressesOf } from "./attendee.ts";
import { applyMessage } from "./apply-message.ts";
import { event, linesOf, messageOf, objectOf } from "./scheduling-text.ts";

it.each([
  ["what a guest's app says of the request", ["REQUEST-STATUS:2.3;Success, a parameter was ignored"], "2.3"],
  ["success, where it says nothing", [], "2.0"],
])("an answer leaves %s with the guest (RFC 6638 §3.2.9)", (_, lines, status) => {
  const stored = objectOf(event("ATTENDEE;SCHEDULE-STATUS=1.2:mailto:bengt@example.com"));
  const said = event(
    "DTSTAMP:20261102T120000Z",
    ...lines,
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
  );
  const applied = applyMessage(messageOf("REPLY", said), stored, {
    isMine: addressesOf(["mailto:elin@example.com"]),
    sender: "mailto:bengt@example.com",
    mayBecome: () => true,
  });
  if (applied.kind !== "store") throw new Error(JSON.stringify(applied));
  const [bengt] = linesOf(applied.object)[0]?.filter((line) => line.startsWith("ATTENDEE")) ?? [];
  expect(bengt).toContain(`SCHEDULE-STATUS=${status}`);
});
