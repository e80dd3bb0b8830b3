// libical in a process of its own, compiled when Debian's libical-dev and a C compiler are there.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findProgram } from "../../scripts/debian.mjs";

/** The time and the result of one command. */
export interface Answer {
  /** microseconds of processor time for one run */
  readonly us: number;
  /** the number of components, octets or instances that it made */
  readonly check: number;
  /** for a rule, the sum of its instants in seconds */
  readonly sum?: number;
}

export interface Libical {
  /** sends a command to measure.c */
  readonly ask: (command: string) => Promise<Answer>;
  readonly stop: () => void;
}

/** Starts the program measure.c; undefined if it can't be compiled. */
export function startLibical(): Libical | undefined {
  const compiler = findProgram("cc");
  if (compiler === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "snart-libical-"));
  const program = join(folder, "measure");
  const source = join(import.meta.dirname, "measure.c");
  const compiled = spawnSync(compiler, ["-O2", "-o", program, source, "-lical"], { stdio: "ignore" });
  const clean = () => rmSync(folder, { recursive: true });
  if (compiled.status !== 0) {
    clean();
    return undefined;
  }
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (command) => {
      child.stdin.write(`${command}\n`);
      const answer = await answers.next();
      if (answer.done) throw new Error(`libical gave no answer to ${command}`);
      return JSON.parse(answer.value) as Answer;
    },
    stop: () => {
      child.stdin.end();
      clean();
    },
  };
}
