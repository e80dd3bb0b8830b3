import { describe, expect, it } from "vitest";
import { risingIds } from "./new-id.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("new ids", () => {
  it("sort in the order in which they were made, also those of one millisecond", () => {
    const next = risingIds();
    const ids = Array.from({ length: 20_000 }, next);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => FORM.test(id))).toBe(true);
  });

  it("rise though the clock goes back and a millisecond has no numbers left", () => {
    const at = (time: string) => `${time.slice(0, 8)}-${time.slice(8)}-7fff-8000-000000000000`;
    const times = ["019a00000001", ...Array.from({ length: 5_000 }, () => "019a00000000"), "019a00000009"];
    const next = risingIds(() => at(times.shift() ?? ""));
    const ids = Array.from({ length: 5_002 }, next);
    expect(ids.toSorted()).toEqual(ids);
    expect(ids[0]).toBe("019a0000-0001-77ff-8000-000000000000");
    expect(ids.at(-1)?.slice(0, 13)).toBe("019a0000-0009");
  });
});
