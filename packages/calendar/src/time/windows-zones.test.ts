import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { expect, test } from "vitest";
import { ianaNameOfWindowsZone } from "./windows-zones.ts";
import { ianaZone } from "./zone.ts";

test("every Windows zone is a zone that this runtime knows", () => {
  const names = [...new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))];
  expect(names.length).toBeGreaterThan(130);
  expect(names.filter((name) => !ianaZone(ianaNameOfWindowsZone(name) ?? ""))).toEqual([]);
});

test("names in any letter case, and nothing else", () => {
  expect(ianaNameOfWindowsZone(" w. europe standard TIME ")).toBe("Europe/Berlin");
  expect(ianaNameOfWindowsZone("Europe/Berlin")).toBeUndefined();
  expect(ianaNameOfWindowsZone("constructor")).toBeUndefined();
});
