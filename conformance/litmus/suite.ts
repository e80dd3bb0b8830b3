import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { openAdapter, type FileAs } from "./adapter.ts";

/** Its programs, except `locks`: Snart has none. Properties are tested on events and on calendars. */
const PROGRAMS: readonly (readonly [program: string, fileAs: FileAs, name: string])[] = [
  ["basic", "event", "basic"],
  ["copymove", "event", "copymove"],
  ["props", "event", "props"],
  ["props", "calendar", "calendar-props"],
  ["http", "event", "http"],
];
const FOLDER = "/usr/libexec/litmus";
const FILES = "/usr/share/litmus/htdocs";

/** litmus, the WebDAV server test suite, translated to calendars and events by the adapter beside this file. */
export async function litmus(url: string): Promise<readonly CheckResult[]> {
  if (findProgram("litmus") === undefined)
    throw new Error("litmus is not installed (on Debian: apt-get install litmus).");
  const cwd = await mkdtemp(join(tmpdir(), "snart-litmus-"));
  const results: CheckResult[] = [];
  for (const [program, fileAs, name] of PROGRAMS) {
    const adapter = await openAdapter(`${url}/dav/calendars/user11`, fileAs);
    const args = ["--htdocs", FILES, adapter.url, "user11", "user11"];
    const said = await runProgram(join(FOLDER, program), args, { cwd });
    await adapter.close();
    const checks = readChecks(name, said.stdout);
    if (!said.stdout.includes("summary for")) throw new Error(`litmus ${name}: ${saidBy(said)}`);
    results.push(...checks);
  }
  await rm(cwd, { recursive: true });
  return results;
}

/**
 * Tests such as ` 4. put_get............... FAIL (why)`. A skipped test has not passed, nor has one with a warning.
 */
function readChecks(program: string, output: string): readonly CheckResult[] {
  const tests = output
    .replaceAll(/.*\r/g, "")
    .matchAll(/^ *(\d+)\. (\w+)\.+ ([\s\S]*?)(?=\n *\d+\. |\n<-)/gm);
  return [...tests].map(([, number = "", name = "", said = ""]) => ({
    suite: "litmus",
    name: `${program} ${number} ${name}`,
    failure: said === "pass" ? undefined : said.split("\n")[0],
  }));
}
