import { describe, expect, it } from "vitest";
import { gapsIn, refusalOf } from "./model.ts";

describe("the sign-in form", () => {
  it("is sent only when both fields are filled in", () => {
    expect(gapsIn("elin", "x")).toBeUndefined();
    expect(gapsIn("  ", "x")).toEqual({ kind: "missing", login: true, password: false });
    expect(gapsIn("elin", "")).toEqual({ kind: "missing", login: false, password: true });
    expect(gapsIn("elin", " ")).toBeUndefined();
  });

  it("tells attempts and pauses from the server's answer", () => {
    expect(refusalOf("wrong-password", { attemptsLeft: 4 }, 0)).toEqual({ kind: "wrong", attemptsLeft: 4 });
    expect(refusalOf("too-many-attempts", { retryAfter: 900 }, 1000)).toEqual({
      kind: "paused",
      until: 901_000,
    });
  });

  it("falls back to the catalogue when a number is missing or nonsense", () => {
    expect(refusalOf("wrong-password", {}, 0)).toEqual({ kind: "other", code: "wrong-password" });
    expect(refusalOf("wrong-password", { attemptsLeft: "4" }, 0).kind).toBe("other");
    expect(refusalOf("too-many-attempts", { retryAfter: -1 }, 0).kind).toBe("other");
    expect(refusalOf("too-many-attempts", { retryAfter: Number.NaN }, 0).kind).toBe("other");
    expect(refusalOf("internal", { attemptsLeft: 4 }, 0)).toEqual({ kind: "other", code: "internal" });
  });
});
