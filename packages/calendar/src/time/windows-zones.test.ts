import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { expect, test } from "vitest";
import { ianaNameOfWindowsZone } from "./windows-zones.ts";
import { ianaZone } from "./zone.ts";

test("every Windows zone is a zone that this runtime knows", () => {
  const names = [...new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))];
  expect(names.length).toBeGreaterThan(130);
  expect(names.filter((name) => !ianaZone(ianaNameOfWindowsZone(name) ?? ""))).toEqual([]);
});

/** Chihuahua stopped using this zone in 2022; the package's copy of CLDR is older. */
const NEWER = new Map([["Mountain Standard Time (Mexico)", "America/Mazatlan"]]);

test("the table equals that of the package windows-iana for the whole world, or newer CLDR", () => {
  const world = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001");
  expect(world.length).toBe(139);
  for (const { windowsName, iana } of world)
    expect([windowsName, ianaNameOfWindowsZone(windowsName)]).toEqual([
      windowsName,
      NEWER.get(windowsName) ?? iana[0],
    ]);
});

test("reads names in any letter case, and nothing else", () => {
  expect(ianaNameOfWindowsZone(" w. europe standard TIME ")).toBe("Europe/Berlin");
  expect(ianaNameOfWindowsZone("Europe/Berlin")).toBeUndefined();
  expect(ianaNameOfWindowsZone("constructor")).toBeUndefined();
});

test.each([
  ["W. Europe Standard Time 1", "Europe/Berlin"],
  ["Eastern Daylight Time", "America/New_York"],
  ["Central European", "Europe/Warsaw"],
  ["Romance", "Europe/Paris"],
  ["Mexico Standard Time 2", "America/Mexico_City"],
  ["Kamchatka Standard Time", "Asia/Kamchatka"],
  ["Mid-Atlantic Standard Time", "Etc/GMT+2"],
  ["Russia Time Zone 3", "Europe/Samara"],
  ["UTC-11", "Etc/GMT+11"],
])("reads the variants that programs write: %s", (name, iana) => {
  expect(ianaNameOfWindowsZone(name)).toBe(iana);
});

test("guesses no zone from a part of a name", () => {
  for (const name of ["", "1", "Standard Time", "Europe", "W. Europe Summer", "Standard Time 1", "toString"])
    expect(ianaNameOfWindowsZone(name)).toBeUndefined();
});
