// The engine beside libical (docs/benchmarks.md). Run by main.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import { flat, parse } from "../icalendar.ts";
import { measureForeign, type Measurement, type Section } from "../measure.ts";
import { isSameSum, local, MIX, occurrences, readRule, seriesOf, START, sumOf, zone } from "../series.ts";
import { sampleCalendar } from "../sample-calendar.ts";
import { startLibical, type Libical } from "./libical.ts";

const TITLE = "libical (C)";

async function textRows({ ask }: Libical): Promise<readonly Measurement[]> {
  const units = 2000;
  const text = sampleCalendar(units);
  const folder = mkdtempSync(join(tmpdir(), "snart-bench-"));
  const path = join(folder, "sample.ics");
  writeFileSync(path, text);
  await ask(`text ${path}`);
  rmSync(folder, { recursive: true });
  const calendar = parse(text);
  const asked = (command: string) => async (calls: number) => (await ask(`${command} ${String(calls)}`)).us;
  const work = { units, roundTime: 200, target: 2 };
  return [
    await measureForeign({
      name: "parse",
      against: "icalparser_parse_string and free",
      ours: () => parse(text),
      theirs: asked("parse"),
      ...work,
    }),
    await measureForeign({
      name: "serialise, to one flat string",
      against: "icalcomponent_as_ical_string_r",
      ours: () => flat(serialiseICalendar(calendar)),
      theirs: asked("serialise"),
      ...work,
    }),
  ];
}

async function ruleRow({ ask }: Libical, text: string): Promise<Measurement> {
  const series = seriesOf(readRule(text));
  const [from, to] = [zone.toInstant(START), zone.toInstant(local("20970902T090000"))];
  const ours = () => sumOf(occurrences(series, from, to));
  const command = (calls: number) => ask(`rule 20970902T090000 ${String(calls)} ${text}`);
  const { sum } = await command(1);
  const isSame = sum !== undefined && isSameSum(ours(), sum * 1000);
  return measureForeign({
    name: text,
    against: isSame ? "icalrecur_iterator" : "icalrecur_iterator, whose instants differ",
    ours,
    theirs: async (calls) => (await command(calls)).us,
    target: 4,
  });
}

/** Measures the engine beside libical; the section is empty if libical is not installed. */
export async function measureLibical(): Promise<readonly Section[]> {
  const libical = startLibical();
  if (!libical)
    return [{ title: `${TITLE}: not measured, as cc or Debian's libical-dev is not here`, rows: [] }];
  try {
    const text = { title: `${TITLE}: iCalendar text (µs an event)`, rows: await textRows(libical) };
    const rows: Measurement[] = [];
    for (const rule of MIX) rows.push(await ruleRow(libical, rule));
    return [text, { title: `${TITLE}: 100 years of a series by expand, to instants (µs a run)`, rows }];
  } finally {
    libical.stop();
  }
}
