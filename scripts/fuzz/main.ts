// `npm run fuzz [-- --inputs=1000000 --from=1 --only=stream]`: structure-aware fuzzing of the calendar engine, and of the
// server's HTTP by strangers' requests (`--only=requests`). Batches are
// seeded by number, so that a run can be repeated and resumed. A failure is shrunk, printed and written to test-results/fuzz.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { endRequests } from "./request-target.ts";
import type { AnyTarget } from "./target.ts";
import { TARGETS } from "./targets.ts";

/** Inputs of one batch, divided among the targets by their shares of a thousand. */
const BATCH = 2_000;
const root = join(import.meta.dirname, "../..");

interface Failure {
  readonly target: string;
  readonly seed: number;
  readonly path: string | null;
  readonly input: unknown;
  readonly error: string;
}

interface Tally {
  readonly counts: Map<string, number>;
  readonly failures: Failure[];
}

async function runTarget(target: AnyTarget, seed: number, { counts, failures }: Tally): Promise<void> {
  const numRuns = Math.round((BATCH * target.share) / 1000);
  const property = fc.asyncProperty(target.inputs, async (input) => target.check(input));
  const result = await fc.check(property, { seed, numRuns, endOnFailure: false });
  counts.set(target.name, (counts.get(target.name) ?? 0) + result.numRuns);
  if (!result.failed) return;
  const failure = {
    target: target.name,
    seed,
    path: result.counterexamplePath,
    input: result.counterexample?.[0],
    error: String(result.errorInstance).slice(0, 2000),
  };
  failures.push(failure);
  console.log(`FAILED ${JSON.stringify(failure, undefined, 1)}`);
}

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

async function main(): Promise<void> {
  const inputs = Number(option("inputs") ?? 1_000_000);
  const first = Number(option("from") ?? 1);
  const targets = TARGETS.filter(({ name }) => option("only") === undefined || name === option("only"));
  const tally: Tally = { counts: new Map(), failures: [] };
  const began = Date.now();
  const done = (): number => [...tally.counts.values()].reduce((a, b) => a + b, 0);
  let seed = first;
  for (; done() < inputs; seed++) {
    for (const target of targets) await runTarget(target, seed, tally);
    if (seed % 10 === 0)
      console.log(
        `${done()} inputs, seeds ${first}–${seed}, ${seconds(began)} s, ${tally.failures.length} failed`,
      );
  }
  console.log(`seeds ${first}–${seed - 1} in ${seconds(began)} s`);
  for (const [name, count] of tally.counts) console.log(`${name.padEnd(20)} ${count}`);
  console.log(`${done()} inputs, ${tally.failures.length} failed`);
  if (tally.failures.length === 0) return;
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(join(root, "test-results/fuzz.json"), `${JSON.stringify(tally.failures, undefined, 1)}\n`);
  process.exitCode = 1;
}

const seconds = (began: number): string => ((Date.now() - began) / 1000).toFixed(0);

try {
  await main();
} finally {
  await endRequests();
}
