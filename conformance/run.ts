// Runs other clients against a started server: `node conformance/run.ts [--report=FILE] [suite…]`. Installs nothing;
// a missing client fails its suite. Ends with `N passed, N failed` and, if anything failed, exit code 1. The report
// is JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { belowPath } from "./below-path/suite.ts";
import { calcurse } from "./calcurse/suite.ts";
import type { CheckResult } from "./checks.ts";
import { evolution } from "./evolution/suite.ts";
import { khal } from "./khal/suite.ts";
import { litmus } from "./litmus/suite.ts";
import { pythonCaldav } from "./python-caldav/suite.ts";
import { referees } from "./referees/suite.ts";
import { packaging } from "./packaging/suite.ts";
import { proxies } from "./proxies/suite.ts";
import { isTargetGiven, openTarget, type Target } from "./server.ts";
import { thunderbird } from "./thunderbird/suite.ts";
import { vdirsyncer } from "./vdirsyncer/suite.ts";

type Suite = (url: string) => Promise<readonly CheckResult[]>;
const SUITES: Readonly<Record<string, Suite>> = {
  thunderbird,
  vdirsyncer,
  referees,
  "python-caldav": pythonCaldav,
  khal,
  evolution,
  calcurse,
  litmus,
  proxies,
  "below-path": belowPath,
  packaging,
};

/** A check that is known to fail, with the reason why that is right or must be accepted. The list may only shrink. */
interface Deviation {
  readonly suite: string;
  readonly check: string;
  readonly reason: string;
}
const deviations = JSON.parse(
  readFileSync(join(import.meta.dirname, "deviations.json"), "utf8"),
) as readonly Deviation[];

async function runSuite(name: string, suite: Suite, url: string): Promise<readonly CheckResult[]> {
  try {
    return await suite(url);
  } catch (error) {
    return [{ suite: name, name: "runs", failure: error instanceof Error ? error.message : String(error) }];
  }
}

/** A declared deviation counts as passed; one that passes must leave the list. */
function judge(result: CheckResult): CheckResult & { readonly note?: string } {
  const declared = deviations.find(({ suite, check }) => suite === result.suite && check === result.name);
  if (!declared) return result;
  return result.failure === undefined
    ? { ...result, failure: "holds, although deviations.json says that it does not: take it off the list" }
    : { ...result, failure: undefined, note: `declared deviation: ${declared.reason}` };
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** what failed, by name */
  readonly notes: readonly string[];
}

/** At once: a suite mostly waits for its client. */
const LANES = 2;

/** Runs suites one after the other, each from the server's initial state, until none is left; tells the results of each. */
async function runLane(
  left: (readonly [name: string, suite: Suite])[],
  target: Target,
  onResults: (results: readonly CheckResult[]) => void,
): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    await target.reset();
    onResults(await runSuite(...next, target.url));
  }
}

/** Prints the results of a suite, and adds them to the counts. */
function count(before: Counts, results: readonly CheckResult[]): Counts {
  let { passed, failed } = before;
  const notes = [...before.notes];
  for (const result of results.map(judge)) {
    const note = result.note === undefined ? "" : ` (${result.note})`;
    if (result.failure === undefined) passed++;
    else failed++;
    console.log(`${result.failure === undefined ? "ok  " : "FAIL"} ${result.suite}: ${result.name}${note}`);
    if (result.failure === undefined) continue;
    notes.push(`failed: ${result.suite}: ${result.name}`);
    console.log(`     ${result.failure.replaceAll("\n", "\n     ")}`);
  }
  return { passed, failed, notes };
}

/** Runs the suites, each lane on a server of its own; a server that was given is one lane. */
async function runSuites(names: readonly string[]): Promise<Counts> {
  const left = Object.entries(SUITES).filter(([name]) => names.length === 0 || names.includes(name));
  const lanes = isTargetGiven() ? 1 : Math.min(LANES, left.length);
  let counts: Counts = { passed: 0, failed: 0, notes: [] };
  const targets = await Promise.all(Array.from({ length: lanes }, () => openTarget()));
  try {
    await Promise.all(
      targets.map((target) => runLane(left, target, (results) => (counts = count(counts, results)))),
    );
    return counts;
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
}

async function main(args: readonly string[]): Promise<number> {
  const report = args.find((argument) => argument.startsWith("--report="))?.slice("--report=".length);
  const names = args.filter((argument) => !argument.startsWith("--report="));
  const unknown = names.find((name) => !(name in SUITES));
  if (unknown !== undefined)
    throw new Error(`There is no suite ${unknown}; there are ${Object.keys(SUITES).join(", ")}.`);
  const counts = await runSuites(names);
  if (report !== undefined) writeFileSync(report, `${JSON.stringify(counts)}\n`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  return 1;
});
