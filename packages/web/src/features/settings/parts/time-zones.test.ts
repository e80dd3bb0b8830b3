import { describe, expect, it } from "vitest";
import { zoneLabel, zoneOptions } from "./time-zones.ts";

describe("time zones", () => {
  it("are found by city", () => {
    expect(zoneLabel("Europe/Stockholm")).toBe("Stockholm, Europe");
    expect(zoneLabel("America/Argentina/Buenos_Aires")).toBe("Buenos Aires, Argentina, America");
    expect(zoneLabel("UTC")).toBe("UTC");
  });

  it("always hold the chosen one, once, in order", () => {
    const known = ["Europe/Stockholm", "Africa/Cairo"];
    expect(zoneOptions(known, "UTC").map((option) => option.value)).toEqual([
      "Africa/Cairo",
      "Europe/Stockholm",
      "UTC",
    ]);
    expect(zoneOptions(known, "Africa/Cairo")).toHaveLength(2);
  });
});
