import { expect, test } from "vitest";
import { HOUR, MAX_INSTANT, MIN_INSTANT } from "./instant.ts";
import { asLocal, fieldsOfLocal, localFromFields } from "./local.ts";
import { UTC, fixedOffsetZone, ianaZone, type Zone } from "./zone.ts";

const zone = (id: string): Zone => {
  const found = ianaZone(id);
  if (!found) throw new Error(id);
  return found;
};

test.each([
  // name, reading, offset in hours
  ["Europe/Stockholm", [2026, 3, 29, 1, 59], 1],
  ["Europe/Stockholm", [2026, 3, 29, 2, 0], 1],
  ["Europe/Stockholm", [2026, 3, 29, 2, 59], 1],
  ["Europe/Stockholm", [2026, 3, 29, 3, 0], 2],
  ["Europe/Stockholm", [2026, 10, 25, 1, 59], 2],
  ["Europe/Stockholm", [2026, 10, 25, 2, 30], 2],
  ["Europe/Stockholm", [2026, 10, 25, 3, 0], 1],
  ["Europe/London", [2026, 3, 29, 0, 59], 0],
  ["Europe/London", [2026, 3, 29, 1, 30], 0],
  ["Europe/London", [2026, 3, 29, 2, 0], 1],
  ["Europe/London", [2026, 10, 25, 1, 30], 1],
  ["Europe/London", [2026, 10, 25, 2, 0], 0],
  ["Europe/London", [1968, 12, 24, 12, 0], 1],
  ["Europe/Stockholm", [1950, 7, 1, 12, 0], 1],
  ["Europe/Stockholm", [2150, 7, 1, 12, 0], 2],
  ["Europe/Stockholm", [2150, 12, 31, 12, 0], 1],
  ["America/St_Johns", [2026, 7, 1, 12, 0], -2.5],
  ["Pacific/Apia", [2011, 12, 30, 12, 0], -10],
])("%s %s uses the offset of %d hours (RFC 5545 §3.3.5)", (id, [year = 0, month = 0, ...rest], hours) => {
  const local = localFromFields(year, month, ...(rest as [number, number, number]));
  expect((local - zone(id).toInstant(local)) / HOUR).toBe(hours);
});

test("agrees with Temporal on thousands of moments, both ways", () => {
  for (const id of [
    "Europe/Stockholm",
    "Europe/London",
    "America/New_York",
    "Africa/Casablanca",
    "Pacific/Chatham",
    "Asia/Kolkata",
  ]) {
    for (let instant = MIN_INSTANT; instant < MAX_INSTANT; instant += 999 * HOUR) {
      const expected = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id);
      const offset = Math.trunc(expected.offsetNanoseconds / 1e6);
      expect(zone(id).offsetAt(instant)).toBe(offset);
      expect(zone(id).toLocal(instant)).toBe(instant + offset);
      const back = expected.toPlainDateTime().toZonedDateTime(id, { disambiguation: "earlier" });
      expect(zone(id).toInstant(asLocal(instant + offset))).toBe(Math.trunc(back.epochMilliseconds));
    }
  }
});

test("outside the table the first and the last offset continue", () => {
  expect(zone("Europe/Stockholm").offsetAt(Date.UTC(1500, 0, 1))).toBe(
    zone("Europe/Stockholm").offsetAt(MIN_INSTANT),
  );
  expect(zone("Europe/Stockholm").offsetAt(Date.UTC(3000, 6, 1))).toBe(HOUR);
  const local = localFromFields(9999, 12, 31, 23, 59, 59);
  expect(
    fieldsOfLocal(zone("Europe/Stockholm").toLocal(zone("Europe/Stockholm").toInstant(local))).year,
  ).toBe(9999);
});

test("accepts names in any letter case, with spaces, aliases, and nothing else", () => {
  expect(ianaZone(" europe/STOCKHOLM  ")).toBe(ianaZone("Europe/Stockholm"));
  expect(ianaZone("europe/stockholm")?.id).toBe("Europe/Stockholm");
  expect(ianaZone("Asia/Calcutta")?.offsetAt(0)).toBe(5.5 * HOUR);
  expect(ianaZone("Etc/UTC")).toBe(UTC);
  for (const name of [
    "",
    "+01:00",
    "Europe/Nowhere",
    "2026-01-01T00:00Z[Europe/Stockholm]",
    "W. Europe Standard Time",
    "a".repeat(1000),
    "__proto__",
  ])
    expect(ianaZone(name)).toBeUndefined();
});

test("fixed offsets", () => {
  expect(fixedOffsetZone(-210)).toMatchObject({ id: "-03:30" });
  expect(fixedOffsetZone(60).toInstant(localFromFields(2026, 1, 1))).toBe(Date.UTC(2025, 11, 31, 23));
});

// Links of the IANA data (its file "backward"): old names keep their meaning.
test.each([
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Asia/Macao", "Asia/Macau"],
  ["Asia/Ulan_Bator", "Asia/Ulaanbaatar"],
  ["Asia/Tel_Aviv", "Asia/Jerusalem"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Africa/Asmera", "Africa/Asmara"],
  ["Australia/ACT", "Australia/Sydney"],
  ["Australia/Queensland", "Australia/Brisbane"],
  ["Brazil/East", "America/Sao_Paulo"],
  ["Canada/Eastern", "America/Toronto"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Europe/Belfast", "Europe/London"],
  ["Europe/Uzhgorod", "Europe/Kyiv"],
  ["Mexico/General", "America/Mexico_City"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
  ["US/Alaska", "America/Anchorage"],
  ["US/Arizona", "America/Phoenix"],
  ["US/Central", "America/Chicago"],
  ["US/Eastern", "America/New_York"],
  ["US/Hawaii", "Pacific/Honolulu"],
  ["US/Mountain", "America/Denver"],
  ["US/Pacific", "America/Los_Angeles"],
  ["Cuba", "America/Havana"],
  ["Egypt", "Africa/Cairo"],
  ["Eire", "Europe/Dublin"],
  ["GB", "Europe/London"],
  ["Hongkong", "Asia/Hong_Kong"],
  ["Iran", "Asia/Tehran"],
  ["Israel", "Asia/Jerusalem"],
  ["Japan", "Asia/Tokyo"],
  ["NZ", "Pacific/Auckland"],
  ["PRC", "Asia/Shanghai"],
  ["Poland", "Europe/Warsaw"],
  ["Portugal", "Europe/Lisbon"],
  ["ROK", "Asia/Seoul"],
  ["Singapore", "Asia/Singapore"],
  ["Turkey", "Europe/Istanbul"],
  ["Zulu", "UTC"],
  ["Universal", "UTC"],
  ["Etc/Greenwich", "Etc/GMT"],
])("the old name %s means %s", (old, now) => {
  for (let at = Date.UTC(1970, 0, 15); at < Date.UTC(2040, 0, 1); at += 30 * 24 * HOUR)
    expect(zone(old).offsetAt(at)).toBe(zone(now).offsetAt(at));
});
