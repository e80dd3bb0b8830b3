import { asTurn } from "@snart/calendar/jscalendar/series/this-and-future.ts";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../app/limits.ts";
import type { JsonObject } from "../../wire/json.ts";
import { tooLarge } from "./event-size.ts";

const limits = { ...DEFAULT_LIMITS, objectSize: 10_000 };
const keys = Array.from({ length: 28 }, (_, n) => `2026-12-${String(n + 1).padStart(2, "0")}T10:00:00`);
const eventWith = (patchAt: (key: string, n: number) => object): JsonObject =>
  ({
    description: "x".repeat(5_000),
    recurrenceOverrides: Object.fromEntries(keys.map((key, n) => [key, patchAt(key, n)])),
  }) as unknown as JsonObject;

describe("the size that an event would have", () => {
  it("counts every changed occurrence as a component", () => {
    expect(
      tooLarge(
        eventWith((key) => ({ title: key })),
        limits,
      )?.problem.type,
    ).toBe("tooLarge");
  });
  it.each<[string, (key: string, n: number) => object]>([
    ["taken away", () => ({ excluded: true })],
    ["added as they are", () => ({})],
    ["following another", (_, n) => (n === 0 ? asTurn({ title: "b" }) : { title: "b" })],
  ])("does not count those %s", (_, patchAt) => {
    expect(tooLarge(eventWith(patchAt), limits)).toBeUndefined();
  });
});
