import { expect, test } from "vitest";
import { localFromFields } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import { readRepeat, writeRepeat } from "./rule-editor.ts";
import { presetOf, presetsFor, repeatOfPreset } from "./rule-presets.ts";
import { formatRule, parseRule } from "../rule.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
/** Monday 23 November 2026, the fourth but not the last one; and a week later, the fifth and last one */
const fourth = localFromFields(2026, 11, 23, 19);
const last = localFromFields(2026, 11, 30, 19);

test.each([
  ["daily", "FREQ=DAILY"],
  ["weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["weekly", "FREQ=WEEKLY"],
  ["biweekly", "FREQ=WEEKLY;INTERVAL=2"],
  ["monthlyDay", "FREQ=MONTHLY"],
  ["monthlyNth", "FREQ=MONTHLY;BYDAY=4MO"],
  ["yearly", "FREQ=YEARLY"],
] as const)("%s is %s, in both directions", (preset, text) => {
  const made = writeRepeat(repeatOfPreset(preset, fourth, { kind: "never" }), { start: fourth, zone });
  expect(made && formatRule(made)).toBe(text);
  expect(presetOf(readRepeat(made, { start: fourth, zone }), fourth)).toBe(preset);
});

test.each([fourth, last])("every offered preset is recognised, whatever its end", (start) => {
  for (const preset of presetsFor(start))
    for (const end of [{ kind: "never" }, { kind: "after", count: 3 }] as const)
      expect(presetOf(repeatOfPreset(preset, start, end), start)).toBe(preset);
});

test("odd weeks are offered in odd weeks, even ones in even weeks", () => {
  expect(presetsFor(fourth)).toContain("evenWeeks");
  expect(presetsFor(fourth)).not.toContain("oddWeeks");
  expect(presetsFor(last)).toContain("oddWeeks");
  expect(presetsFor(last)).not.toContain("evenWeeks");
});

test("the last of the month is offered only where it is the last", () => {
  expect(presetsFor(fourth)).toContain("monthlyNth");
  expect(presetsFor(fourth)).not.toContain("monthlyLast");
  expect(presetsFor(last)).toContain("monthlyLast");
  expect(presetsFor(last)).not.toContain("monthlyNth");
});

test.each([
  ["weekly", "FREQ=WEEKLY;BYDAY=MO;WKST=SU"],
  ["monthlyDay", "FREQ=MONTHLY;BYMONTHDAY=23;COUNT=4"],
  ["yearly", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=23"],
  ["weekdays", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"],
  [undefined, "FREQ=WEEKLY;BYDAY=MO,WE"],
  [undefined, "FREQ=WEEKLY;BYDAY=TU"],
  [undefined, "FREQ=MONTHLY;INTERVAL=3"],
  [undefined, "FREQ=MONTHLY;BYDAY=-1MO"],
  [undefined, "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=23"],
  [undefined, "FREQ=HOURLY"],
])("%s is recognised where others write %s", (preset, text) => {
  const rule = parseRule(text);
  expect(presetOf(readRepeat(rule.ok ? rule.value : undefined, { start: fourth, zone }), fourth)).toBe(
    preset,
  );
});
