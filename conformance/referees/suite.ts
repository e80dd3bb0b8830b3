import { join } from "node:path";
import fc from "fast-check";
import { parseICalendar } from "../../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import { textValue } from "../../packages/calendar/src/icalendar/text.ts";
import {
  DISAGREEMENTS,
  declaredFor,
  type Engine,
} from "../../packages/calendar/src/testing/disagreements.ts";
import { caseOf, ruleCases, type RuleCase } from "../../packages/calendar/src/testing/rule-cases.ts";
import { eventText } from "../../scripts/fuzz/event-texts.ts";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";

const SEED = 20261120;
const COUNT = 500;
const REFEREES = ["dateutil", "libical"] as const;
type Referee = (typeof REFEREES)[number];

/** The output of `referee.py` for each rule; null where it gives up. */
type Answer = Readonly<Record<Referee, readonly string[] | null>>;

/** Libical steps through every minute, and searches for ever for days from the end of a month. */
const isForLibical = ({ rule }: RuleCase): boolean =>
  !/SECONDLY|MINUTELY/.test(rule) && !/HOURLY.*BYMONTHDAY=-/.test(rule);

/** An empty set in other words. */
const said = (answer: readonly string[]): readonly string[] =>
  answer[0]?.includes("generates an empty set") === true ? [] : answer;

const PACKAGES = "python3-dateutil python3-gi gir1.2-ical-3.0 python3-icalendar";

/** The answers of one of the programs beside this file, a line of JSON for each question. */
async function answers(script: string, asked: readonly unknown[]): Promise<unknown[]> {
  const python = findProgram("python3");
  if (python === undefined) throw new Error("python3 is not installed.");
  const input = JSON.stringify(asked);
  const result = await runProgram(python, [join(import.meta.dirname, script)], { input });
  if (result.code !== 0)
    throw new Error(`${script} (on Debian: apt-get install ${PACKAGES}): ${saidBy(result)}`);
  return result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const ask = async (cases: readonly RuleCase[]): Promise<Answer[]> =>
  (await answers(
    "referee.py",
    cases.map((one) => ({ ...one, libical: isForLibical(one) })),
  )) as Answer[];

/** python3-icalendar reads what we write as it was meant: every text, and every property's name. */
async function checkReader(): Promise<void> {
  const texts = fc.sample(eventText({ hostile: false, exceptions: true }), { seed: SEED, numRuns: 200 });
  const events = texts.map(({ text }) => {
    const parsed = parseICalendar(text);
    if (!parsed.ok) throw new Error(`not read: ${text}`);
    return parsed.value.calendar;
  });
  const read = await answers("reader.py", events.map(serialiseICalendar));
  events.forEach((calendar, index) => {
    const own = calendar.components.filter(({ name }) => name === "VEVENT");
    const expected = {
      texts: own.map((event) =>
        ["SUMMARY", "DESCRIPTION", "LOCATION", "UID"].map((name) => textValue(event, name) ?? ""),
      ),
      names: own.map((event) => [...new Set(event.properties.map(({ name }) => name))].toSorted()),
    };
    expectEqual(read[index], expected, serialiseICalendar(calendar));
  });
}

function checkReferee(referee: Referee, cases: readonly RuleCase[], given: readonly Answer[]): void {
  let agreed = 0;
  const undeclared: string[] = [];
  cases.forEach((one, index) => {
    const answer = given[index]?.[referee];
    if (!answer) return;
    const theirs = said(answer);
    if (theirs.join() === one.ours.join()) agreed++;
    else if (!declaredFor(referee as Engine, one, theirs))
      undeclared.push(`${one.rule} from ${one.start}: ours ${one.ours.join()}, theirs ${theirs.join()}`);
  });
  expectThat(
    undeclared.length === 0,
    `${undeclared.length} undeclared:\n${undeclared.slice(0, 5).join("\n")}`,
  );
  expectThat(agreed > cases.length / 3, `only ${agreed} of ${cases.length} rules could be compared`);
}

/**
 * Expands seeded rules by python3-dateutil and libical. Unlike the other suites it tests the engine itself: no server
 * answers with the instances of a bare rule. A declared disagreement (docs/disagreements.md) must still exist.
 */
export async function referees(): Promise<readonly CheckResult[]> {
  const checks = new Checks("referees");
  const cases = ruleCases(SEED, COUNT);
  const given = await ask(cases);
  for (const referee of REFEREES)
    await checks.check(`the engine gives what ${referee} gives, or what is declared`, () =>
      checkReferee(referee, cases, given),
    );
  const declared = DISAGREEMENTS.filter(({ engine }) => REFEREES.some((name) => name === engine));
  const examples = declared.map(
    ({ example: [rule, start] }) => caseOf(rule, start) ?? { rule, start, ours: [] },
  );
  const shown = await ask(examples);
  for (const [index, { engine, id, covers }] of declared.entries())
    await checks.check(`${engine} still differs: ${id}`, () => {
      const one = examples[index];
      const theirs = said(shown[index]?.[engine as Referee] ?? []);
      expectThat(one !== undefined && covers(one, theirs), "its example is not one of its class");
      expectThat(theirs.join() !== one.ours.join(), "agrees now: take it off the list in disagreements.ts");
    });
  await checks.check("what the engine writes is read by python3-icalendar as it was meant", checkReader);
  return checks.results;
}
