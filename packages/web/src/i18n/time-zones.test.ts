import { describe, expect, it } from "vitest";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { zoneCity, zoneLabel, zoneOptions } from "./time-zones.ts";

const [en, sv] = [nodeMessages("en-GB"), nodeMessages("sv")];

describe("time zones", () => {
  it("are found by city", () => {
    expect(zoneLabel("Europe/Stockholm", en)).toBe("Stockholm, Europe");
    expect(zoneLabel("America/Argentina/Buenos_Aires", en)).toBe("Buenos Aires, Argentina, America");
    expect(zoneLabel("UTC", en)).toBe("UTC");
  });

  it("always hold the chosen one, once, in order", () => {
    const known = ["Europe/Stockholm", "Africa/Cairo"];
    expect(zoneOptions(known, "UTC", en).map((option) => option.value)).toEqual([
      "Africa/Cairo",
      "Europe/Stockholm",
      "UTC",
    ]);
    expect(zoneOptions(known, "Africa/Cairo", en).map(({ value }) => value)).toEqual([
      "Africa/Cairo",
      "Europe/Stockholm",
      "UTC",
    ]);
  });

  it("have the names that places have now, and the chosen one as it was chosen", () => {
    expect(zoneLabel("Europe/Kiev", en)).toBe("Kyiv, Europe");
    expect(zoneLabel("Asia/Calcutta", en)).toBe("Kolkata, Asia");
    expect(zoneOptions(["Europe/Kiev"], "Europe/Kyiv", en)).toEqual([
      { value: "Europe/Kyiv", label: "Kyiv, Europe" },
      { value: "UTC", label: "UTC" },
    ]);
    expect(zoneOptions(["America/Godthab", "UTC"], "UTC", en)).toHaveLength(2);
  });

  it("are named in the reader's language", () => {
    expect(zoneLabel("Europe/Copenhagen", sv)).toBe("Köpenhamn, Europa");
    expect(zoneLabel("America/Argentina/Buenos_Aires", sv)).toBe("Buenos Aires, Argentina, Amerika");
    expect(zoneLabel("Europe/Kiev", sv)).toBe("Kyjiv, Europa");
    expect(zoneLabel("Indian/Maldives", en)).toBe("Maldives, Indian Ocean");
    expect(zoneCity("Europe/Helsinki", sv)).toBe("Helsingfors");
    expect(zoneCity("America/Sao_Paulo", en)).toBe("São Paulo");
    expect(zoneCity("Etc/GMT+5", en)).toBe("GMT+5");
  });
});
