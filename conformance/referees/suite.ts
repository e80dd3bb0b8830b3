import { join } from "node:path";
import { DISAGREEMENTS, declaredFor } from "../../packages/calendar/src/testing/disagreements.ts";
import type { Engine } from "../../packages/calendar/src/testing/disagreements.ts";
import { caseOf, ruleCases } from "../../packages/calendar/src/testing/rule-cases.ts";
import type { RuleCase } from "../../packages/calendar/src/testing/rule-cases.ts";
import { Checks, expectThat } from "../checks.ts";
import type { CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";

const SEED = 20261120;
const COUNT = 500;
const REFEREES = ["dateutil", "libical"] as const;
type Referee = (typeof REFEREES)[number];

/** What `referee.py` prints for each rule; null where it gives up. */
type Answer = Readonly<Record<Referee, readonly string[] | null>>;

/** Libical steps through every minute, and looks for ever for days from the end of a month. */
const isForLibical = ({ rule }: RuleCase): boolean =>
  !/SECONDLY|MINUTELY/.test(rule) && !/HOURLY.*BYMONTHDAY=-/.test(rule);

/** An empty set said in other words. */
const said = (answer: readonly string[]): readonly string[] =>
  answer[0]?.includes("generates an empty set") === true ? [] : answer;

async function ask(cases: readonly RuleCase[]): Promise<Answer[]> {
  const python = findProgram("python3");
  if (python === undefined) throw new Error("python3 is not installed.");
  const input = JSON.stringify(cases.map((one) => ({ ...one, libical: isForLibical(one) })));
  const result = await runProgram(python, [join(import.meta.dirname, "referee.py")], { input });
  if (result.code !== 0)
    throw new Error(
      `referee.py (on Debian: apt-get install python3-dateutil python3-gi gir1.2-ical-3.0): ${saidBy(result)}`,
    );
  return result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

function checkReferee(referee: Referee, cases: readonly RuleCase[], answers: readonly Answer[]): void {
  let agreed = 0;
  const undeclared: string[] = [];
  cases.forEach((one, index) => {
    const answer = answers[index]?.[referee];
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
 * Expands seeded rules by python3-dateutil and libical. Unlike the other suites it looks at the engine itself: no server answers
 * with the instances of a bare rule. A declared disagreement (docs/disagreements.md) has to go on.
 */
export async function referees(): Promise<readonly CheckResult[]> {
  const checks = new Checks("referees");
  const cases = ruleCases(SEED, COUNT);
  const answers = await ask(cases);
  for (const referee of REFEREES)
    await checks.check(`the engine gives what ${referee} gives, or what is declared`, () =>
      checkReferee(referee, cases, answers),
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
  return checks.results;
}
