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
    expect(zoneOptions(known, "Africa/Cairo").map(({ value }) => value)).toEqual([
      "Africa/Cairo",
      "Europe/Stockholm",
      "UTC",
    ]);
  });

  it("have the names that places have now, and the chosen one as it was chosen", () => {
    expect(zoneLabel("Europe/Kiev")).toBe("Kyiv, Europe");
    expect(zoneLabel("Asia/Calcutta")).toBe("Kolkata, Asia");
    expect(zoneOptions(["Europe/Kiev"], "Europe/Kyiv")).toEqual([
      { value: "Europe/Kyiv", label: "Kyiv, Europe" },
      { value: "UTC", label: "UTC" },
    ]);
    expect(zoneOptions(["America/Godthab", "UTC"], "UTC")).toHaveLength(2);
  });
});
