// Runs other clients against a started server: `node conformance/run.ts [--report=FILE] [suite…]`. Installs nothing;
// a missing client fails its suite. Ends with `N passed, N failed` and, if anything failed, exit code 1. The report
// is JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calcurse } from "./calcurse/suite.ts";
import type { CheckResult } from "./checks.ts";
import { evolution } from "./evolution/suite.ts";
import { khal } from "./khal/suite.ts";
import { litmus } from "./litmus/suite.ts";
import { pythonCaldav } from "./python-caldav/suite.ts";
import { referees } from "./referees/suite.ts";
import { openTarget, type Target } from "./server.ts";
import { thunderbird } from "./thunderbird/suite.ts";
import { vdirsyncer } from "./vdirsyncer/suite.ts";

type Suite = (url: string) => Promise<readonly CheckResult[]>;
const SUITES: Readonly<Record<string, Suite>> = {
  vdirsyncer,
  "python-caldav": pythonCaldav,
  khal,
  calcurse,
  thunderbird,
  evolution,
  litmus,
  referees,
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

/** Runs the suites one after the other, each from the initial state, and prints the results. */
async function runSuites(names: readonly string[], target: Target): Promise<Counts> {
  let [passed, failed] = [0, 0];
  const notes: string[] = [];
  for (const [name, suite] of Object.entries(SUITES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await target.reset();
    for (const result of (await runSuite(name, suite, target.url)).map(judge)) {
      const note = result.note === undefined ? "" : ` (${result.note})`;
      if (result.failure === undefined) passed++;
      else failed++;
      console.log(`${result.failure === undefined ? "ok  " : "FAIL"} ${name}: ${result.name}${note}`);
      if (result.failure === undefined) continue;
      notes.push(`failed: ${name}: ${result.name}`);
      console.log(`     ${result.failure.replaceAll("\n", "\n     ")}`);
    }
  }
  return { passed, failed, notes };
}

async function runOnTarget(names: readonly string[]): Promise<Counts> {
  const target = await openTarget();
  try {
    return await runSuites(names, target);
  } finally {
    await target.stop();
  }
}

async function main(args: readonly string[]): Promise<number> {
  const report = args.find((argument) => argument.startsWith("--report="))?.slice("--report=".length);
  const names = args.filter((argument) => !argument.startsWith("--report="));
  const unknown = names.find((name) => !(name in SUITES));
  if (unknown !== undefined)
    throw new Error(`There is no suite ${unknown}; there are ${Object.keys(SUITES).join(", ")}.`);
  const counts = await runOnTarget(names);
  if (report !== undefined) writeFileSync(report, `${JSON.stringify(counts)}\n`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  return 1;
});
