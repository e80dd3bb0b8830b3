import { describe, expect, it } from "vitest";
import { timed } from "../../time/calendar-time.ts";
import { localFromFields, type Local } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import { expand } from "../expand.ts";
import { formatRule, parseRule } from "../rule.ts";
import {
  firstOfRepeat,
  readRepeat,
  rebaseRepeat,
  withFrequency,
  writeRepeat,
  type Repeat,
} from "./rule-editor.ts";
import { repeatOfPreset } from "./rule-presets.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const start = localFromFields(2026, 11, 30, 19);
const odd = repeatOfPreset("oddWeeks", start, { kind: "never" });
const ruleOf = (repeat: Repeat, at: Local = start): string => {
  const rule = writeRepeat(repeat, { start: at, zone });
  return rule ? formatRule(rule) : "";
};
const ODD = Array.from({ length: 27 }, (_, index) => 2 * index + 1).join(",");
const EVEN = Array.from({ length: 26 }, (_, index) => 2 * index + 2).join(",");

describe("odd and even weeks", () => {
  it("follow each other after a year of 53 weeks", () => {
    const rule = writeRepeat(odd, { start, zone });
    const series = {
      start: timed(start, zone),
      duration: { days: 0, milliseconds: 0 },
      rules: rule ? [rule] : [],
      exclusionRules: [],
      recurrenceDates: [],
      exceptionDates: [],
      overrides: [],
      source: null,
    };
    const window = { from: zone.toInstant(start), to: zone.toInstant(localFromFields(2027, 2, 1)) };
    const found = expand(series, window, zone);
    const days = found.ok
      ? found.value.map(({ startInstant }) => new Date(startInstant).toISOString().slice(0, 10))
      : expect.fail("not expanded");
    // 28 December 2026 is in week 53, 4 January 2027 in week 1.
    expect(days).toEqual(["2026-11-30", "2026-12-14", "2026-12-28", "2027-01-04", "2027-01-18"]);
  });

  it("are read as they are written, with their end", () => {
    for (const parity of [
      `FREQ=YEARLY;BYWEEKNO=${ODD};BYDAY=MO,TH`,
      `FREQ=YEARLY;COUNT=5;BYWEEKNO=${EVEN};BYDAY=MO`,
    ]) {
      const rule = parseRule(parity);
      const repeat = readRepeat(rule.ok ? rule.value : undefined, { start, zone });
      expect(repeat.kind).toBe("fields");
      expect(ruleOf(repeat).split(";").toSorted()).toEqual(parity.split(";").toSorted());
    }
  });

  it.each([
    `FREQ=YEARLY;BYWEEKNO=${ODD}`,
    "FREQ=YEARLY;BYWEEKNO=1,3;BYDAY=MO",
    `FREQ=YEARLY;BYWEEKNO=${ODD};BYDAY=MO;BYMONTH=5`,
  ])("%s stays as it is", (text) => {
    const rule = parseRule(text);
    expect(readRepeat(rule.ok ? rule.value : undefined, { start, zone }).kind).toBe("kept");
  });

  it("begin in the first such week, and go with a series that is moved", () => {
    expect(firstOfRepeat(odd, localFromFields(2026, 11, 23, 19))).toBe(start);
    expect(ruleOf(rebaseRepeat(odd, start, localFromFields(2026, 12, 8, 19), false))).toBe(
      `FREQ=YEARLY;BYDAY=TU;BYWEEKNO=${EVEN}`,
    );
    expect(ruleOf(rebaseRepeat(odd, start, localFromFields(2026, 12, 15, 19), false))).toBe(
      `FREQ=YEARLY;BYDAY=TU;BYWEEKNO=${ODD}`,
    );
  });

  it("are forgotten with another frequency", () => {
    const fields =
      odd.kind === "fields" ? withFrequency(odd.fields, "DAILY", start) : expect.fail("no fields");
    expect(ruleOf({ kind: "fields", fields, end: { kind: "never" } })).toBe("FREQ=DAILY");
  });
});
