import { describe, expect, it } from "vitest";
import { eventReference, syntheticId } from "./synthetic-id.ts";

const base = "0199aaaa-0000-7000-8000-000000000001";

describe("the id of an occurrence", () => {
  it("is an Id of RFC 8620 that is read back", () => {
    const id = syntheticId(base, "2026-11-23T09:00:00");
    expect(id).toBe(`${base}_20261123T090000`);
    expect(id).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
    expect(eventReference(id)).toEqual({ id, baseId: base, recurrenceId: "2026-11-23T09:00:00" });
  });

  it("is understood with a full stop too", () => {
    expect(eventReference(`${base}.20261123T090000`)).toMatchObject({
      baseId: base,
      recurrenceId: "2026-11-23T09:00:00",
    });
  });

  it("is not that of a stored event", () => {
    expect(eventReference(base)).toEqual({ id: base, baseId: base, recurrenceId: undefined });
  });

  it.each(["", "a.b", "a b", "a\0", `${base}.2026`, `.${"20261123T090000"}`, "x".repeat(300), "å"])(
    "cannot be %j",
    (id) => {
      expect(eventReference(id)).toBeUndefined();
    },
  );
});
