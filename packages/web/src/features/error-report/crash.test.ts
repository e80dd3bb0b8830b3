import { describe, expect, it } from "vitest";
import { crashKind, crashLine } from "./crash.ts";

describe("a crash", () => {
  it.each([
    "Failed to fetch dynamically imported module: https://k.example/assets/x.js",
    "error loading dynamically imported module: https://k.example/assets/x.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/x.css",
  ])("is an old version when %s", (message) => {
    expect(crashKind(new TypeError(message))).toBe("outdated");
  });

  it("is otherwise a fault", () => {
    expect(crashKind(new TypeError("x is undefined"))).toBe("fault");
    expect([crashKind("Importing a module script failed."), crashKind(undefined)]).toEqual([
      "fault",
      "fault",
    ]);
  });

  it("fits on one line", () => {
    expect(crashLine(new RangeError("no zone"))).toBe("RangeError: no zone");
    expect(crashLine(null)).toBe("null");
  });
});
