import { join } from "node:path";
import { Checks, type CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";

/** The output of `suite.py`, one line of JSON for each check. */
interface Line {
  readonly name: string;
  readonly failure: string | null;
}

/** python-caldav, the library of many small clients, driven by the script beside this file. */
export async function pythonCaldav(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("python-caldav");
  const python = findProgram("python3");
  if (python === undefined)
    throw new Error("python3 is not installed (on Debian: apt-get install python3-caldav).");
  const missing = await runProgram(python, ["-c", "import caldav"]);
  if (missing.code !== 0)
    throw new Error("python3-caldav is not installed (on Debian: apt-get install python3-caldav).");
  const result = await runProgram(python, [join(import.meta.dirname, "suite.py"), url]);
  const lines = result.stdout.split("\n").filter((line) => line.startsWith("{"));
  for (const line of lines) {
    const { name, failure } = JSON.parse(line) as Line;
    checks.results.push({ suite: checks.suite, name, failure: failure ?? undefined });
  }
  if (result.code !== 0) throw new Error(`suite.py: ${saidBy(result)}`);
  return checks.results;
}
