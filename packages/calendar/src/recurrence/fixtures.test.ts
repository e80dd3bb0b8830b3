import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { splitByUid } from "../icalendar/split-stream.ts";
import { textValue } from "../icalendar/text.ts";
import { ianaZone } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { seriesOfObject } from "./series.ts";
import { validateCalendarObject } from "./validate.ts";

// Hand-written files in the style of well-known clients. Each comes with its expected result, worked out by hand: the
// occurrences from 27 March to 12 April 2026 for a viewer in Stockholm. No tool writes these files.
const folder = join(import.meta.dirname, "../../fixtures");
const names = readdirSync(folder).filter((name) => name.endsWith(".ics"));
const window = { from: Date.UTC(2026, 2, 26, 23), to: Date.UTC(2026, 3, 11, 22) };
const iso = (instant: number) => new Date(instant).toISOString().replace(":00.000Z", "Z");

test("there are fixtures", () => expect(names.length).toBeGreaterThanOrEqual(3));

test.each(names)("%s comes back unchanged, except for where lines are folded", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const unfold = (folded: string) => folded.replace(/\r\n[ \t]/g, "");
  expect(unfold(serialiseICalendar(parsed.value.calendar))).toBe(unfold(text));
});

test.each(names)("%s has the expected occurrences", async (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const found: string[] = [];
  for await (const item of splitByUid([text], { newUid: () => "never" })) {
    if (!item.ok) throw new Error(JSON.stringify(item.problem));
    const object = readCalendarObject(item.calendar);
    if (!object.ok) throw new Error(JSON.stringify(object.problem));
    expect(validateCalendarObject(object.value)).toEqual([]);
    const series = seriesOfObject(object.value);
    const expanded = series.ok ? expand(series.value, window, ianaZone("Europe/Stockholm")!) : undefined;
    if (expanded && !expanded.ok) throw new Error(JSON.stringify(expanded.problem));
    for (const { startInstant, endInstant, source } of expanded?.value ?? [])
      found.push(`${iso(startInstant)}/${iso(endInstant)} ${textValue(source, "SUMMARY")}`);
  }
  const expected: unknown = JSON.parse(readFileSync(join(folder, name.replace(".ics", ".json")), "utf8"));
  expect(found).toEqual(expected);
});
