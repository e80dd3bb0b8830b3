import { describe, expect, it } from "vitest";
import { pageEnvelope } from "./page-envelope.ts";

const ID = "0123456789abcdef0123456789abcdef";

describe("the report of a page", () => {
  it.each([
    ["nothing", ""],
    ["no JSON", "{\n{\n{"],
    ["no error", [{ event_id: "0".repeat(32) }, { type: "attachment" }, { event_id: "0".repeat(32) }]],
    ["an id that is none", [{ event_id: "../../x" }, { type: "event" }, { event_id: "../../x" }]],
    ["ids that differ", [{ event_id: "0".repeat(32) }, { type: "event" }, { event_id: "1".repeat(32) }]],
    ["no objects", [1, 2, 3]],
  ])("that is %s is none", (_what, lines) => {
    const text = typeof lines === "string" ? lines : lines.map((line) => JSON.stringify(line)).join("\n");
    expect(pageEnvelope(text)).toBeUndefined();
  });

  it("has one part alone, and of it only what a page sends", () => {
    const event = { event_id: ID, message: "x", user: { id: 1 }, extra: {} };
    const text = [{ event_id: ID }, { type: "event" }, event, { type: "attachment" }, "bytes"]
      .map((line) => JSON.stringify(line))
      .join("\n");
    const envelope = pageEnvelope(text);
    expect(envelope?.[1]).toEqual([
      [{ type: "event" }, { event_id: "0123456789abcdef0123456789abcdef", message: "x" }],
    ]);
  });
});
