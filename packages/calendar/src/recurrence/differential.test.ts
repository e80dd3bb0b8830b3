import { readFileSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";
import * as rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { describe, expect, test } from "vitest";
import { DISAGREEMENTS, declaredFor, type Engine } from "../testing/disagreements.ts";
import { ODD_ZONES } from "../testing/recurrence-arbitrary.ts";
import { SIZE, caseOf, ruleCases, type CaseOptions, type RuleCase } from "../testing/rule-cases.ts";

// Rules that RFC 5545 §3.3.10 allows, compared with other engines. docs/disagreements.md says where they differ and
// who is right; conformance/referees compares with python3-dateutil and libical.

/** The instances that another engine gives; undefined if it gives up. */
type Answer = (rule: RuleCase) => readonly string[] | undefined;

const plain = (text: string): string => text.slice(0, 19).replaceAll(/[-:]/g, "");
const inUtc = (rule: string): string => rule.replace(/UNTIL=\w+/, "$&Z");
const extended = (text: string): string => text.replace(/^(....)(..)(..T..)(..)(..)$/, "$1-$2-$3:$4:$5");

const byRrule: Answer = ({ rule, start }) =>
  rrule
    .rrulestr(`DTSTART:${start}Z\nRRULE:${inUtc(rule)}`)
    .all((_, index) => index < SIZE)
    .map((date) => plain(date.toISOString()));

const byTemporal: Answer = ({ rule, start, zone = "UTC" }) => {
  try {
    return new RRuleTemporal({
      rruleString: `DTSTART;TZID=${zone}:${start}\nRRULE:${inUtc(rule)}`,
      maxIterations: 1000,
    })
      .all((_, index) => index < SIZE)
      .map((time) => plain(time.toPlainDateTime().toString({ smallestUnit: "second" })));
  } catch (error) {
    if (/iterations|evaluations/i.test(String(error))) return undefined;
    throw error;
  }
};

const byIcalJs: Answer = ({ rule, start }) => {
  // It never ends on days counted from the end of a month, and is slow for anything shorter than a day.
  if (/HOURLY|MINUTELY|SECONDLY|DAILY.*BYMONTHDAY/.test(rule)) return undefined;
  try {
    const time = ICAL.Time.fromString(extended(start), undefined as never);
    const iterator = ICAL.Recur.fromString(rule).iterator(time);
    const found: string[] = [];
    while (found.length < SIZE) {
      const next = iterator.next() as ICAL.Time | null;
      if (!next) break;
      found.push(plain(next.toString()));
    }
    return found;
  } catch (error) {
    return [`refused: ${String(error)}`];
  }
};

const ENGINES: Readonly<Partial<Record<Engine, Answer>>> = {
  rrule: byRrule,
  "rrule-temporal": byTemporal,
  "ical.js": byIcalJs,
};

const cut = (answer: readonly string[]): string[] => answer.slice(0, SIZE).filter((time) => time < "2150");

/** How many agree, and the undeclared differences. */
function compare(
  engine: Engine,
  answer: Answer,
  cases: readonly RuleCase[],
): { agreed: number; undeclared: string[] } {
  let agreed = 0;
  const undeclared: string[] = [];
  for (const one of cases) {
    const given = answer(one);
    if (!given) continue;
    const theirs = cut(given);
    const ours = one.ours.join();
    if (theirs.join() === ours) agreed++;
    else if (!declaredFor(engine, one, theirs))
      undeclared.push(
        `${one.rule} ${one.start} ${one.zone ?? ""}\n ours   ${ours}\n theirs ${theirs.join()}`,
      );
  }
  return { agreed, undeclared };
}

const SEED = 20261120;
const limits: CaseOptions = {
  frequencies: ["YEARLY", "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"],
};

describe("on a clock without changes", () => {
  test.each([
    ["rrule", byRrule, 1000, 330],
    ["rrule-temporal", byTemporal, 1000, 400],
    ["ical.js", byIcalJs, 400, 60],
  ] as const)(
    "gives what %s gives, or a declared difference",
    { timeout: 60_000 },
    (engine, answer, count, enough) => {
      const { agreed, undeclared } = compare(engine, answer, ruleCases(SEED, count, limits));
      expect(undeclared).toEqual([]);
      expect(agreed).toBeGreaterThan(enough);
    },
  );
});

test(
  "in unusual zones, gives what rrule-temporal gives, or a declared difference",
  { timeout: 60_000 },
  () => {
    const options: CaseOptions = {
      frequencies: ["YEARLY", "MONTHLY", "WEEKLY", "DAILY"],
      zones: ODD_ZONES,
    };
    const { agreed, undeclared } = compare("rrule-temporal", byTemporal, ruleCases(SEED, 500, options));
    expect(undeclared).toEqual([]);
    expect(agreed).toBeGreaterThan(200);
  },
);

test.each(DISAGREEMENTS.filter(({ engine }) => ENGINES[engine]))(
  "$engine still differs: $id",
  ({ engine, covers, example: [rule, start, zone] }) => {
    const one = caseOf(rule, start, zone);
    const answer = ENGINES[engine];
    if (!one || !answer) throw new Error(`no case of ${rule}`);
    const theirs = cut(answer(one) ?? []);
    expect(theirs).not.toEqual(one.ours);
    expect(covers(one, theirs)).toBe(true);
  },
);

test("docs/disagreements.md describes every class", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../docs/disagreements.md"), "utf8");
  const headings = text.split("\n").filter((line) => line.startsWith("## "));
  for (const { id } of DISAGREEMENTS) expect(headings).toContain(`## ${id}`);
});
