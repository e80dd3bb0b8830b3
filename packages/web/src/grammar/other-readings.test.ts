import { asLocal } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { NOBODY } from "./known-names.ts";
import { otherReadings } from "./other-readings.ts";
import { readQuickAdd } from "./read-quick-add.ts";

/** Monday morning. */
const NOW = asLocal(Date.UTC(2026, 10, 23, 10, 20));
const text = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString().slice(0, 16).replace("T00:00", "");

const others = (line: string, language: "en-GB" | "sv" = "en-GB", words: readonly string[] = []) =>
  otherReadings(line, readQuickAdd(line, NOW, false, NOBODY, words), {
    now: NOW,
    monthFirst: false,
    language,
    known: NOBODY,
    words,
  });

describe("times that could be others", () => {
  it.each([
    ["lunch 6/7", "en-GB", "lunch 7 June 2027", "2027-06-07"],
    ["lunch 6/7", "sv", "lunch 7 juni 2027", "2027-06-07"],
    ["party 3/4/2027", "en-GB", "party 4 March 2027", "2027-03-04"],
    ["julbord 11/12 18:00", "sv", "julbord 12 november 2027 18:00", "2027-11-12T18:00"],
    ["rent on the 5th", "en-GB", "rent 5 January 2027", "2027-01-05"],
    ["hyra den 5:e", "sv", "hyra 5 januari 2027", "2027-01-05"],
    ["lön den 31:a", "sv", "lön 31 januari 2027", "2027-01-31"],
    ["dinner next Friday", "en-GB", "dinner 27 November", "2026-11-27"],
    ["nästa fredag kl 18 AW", "sv", "27 november kl 18 AW", "2026-11-27T18:00"],
    ["dinner at 6", "en-GB", "dinner at 06:00", "2026-11-24T06:00"],
    ["middag kl 6", "sv", "middag kl 06:00", "2026-11-24T06:00"],
    ["swimming Monday at 5", "en-GB", "swimming Monday at 05:00", "2026-11-30T05:00"],
    ["flyg fredag kl 6", "sv", "flyg fredag kl 18:00", "2026-11-27T18:00"],
  ] as const)("%s (%s)", (line, language, said, at) => {
    const [other] = others(line, language);
    expect(other).toMatchObject({ kind: "time", line: said });
    expect(other?.kind === "time" && text(other.time.start)).toBe(at);
  });
});

describe("words that could be no time", () => {
  it.each([
    ["fri på måndag", "fri", "Fri", "2026-11-23"],
    ["bok om Mars lör", "lör", "Bok om Mars lör", null],
    ["buy 2 mars bars", "2 mars", "Buy 2 mars bars", null],
    ["call Wed", "Wed", "Call Wed", null],
    ["sun cream", null, "Sun cream", null],
  ])("%s", (line, word, title, at) => {
    const found = others(line);
    expect(found.map((it) => it.kind === "word" && it.word)).toEqual(word === null ? [] : [word]);
    const reading = readQuickAdd(line, NOW, false, NOBODY, word === null ? [] : [word]);
    expect(reading.title).toBe(title);
    expect(text(reading.time?.start)).toBe(at);
    expect(reading.unsure.map(({ from, to }) => line.slice(from, to))).not.toContain(word);
    if (word !== null) expect(others(line, "en-GB", [word])).toEqual([]);
  });
});

it.each([
  "party 13/5",
  "may 5/5",
  "dinner at 18",
  "dentist 8:15 Thursday",
  "yoga every Friday at 6",
  "lunch Friday 12",
  "möte kl 3",
  "lör",
  "sun 12",
  "möte måndag 8",
  "mormor 80 år 12 mars 2027",
])("nothing else is offered for %s", (line) => expect(others(line)).toEqual([]));
