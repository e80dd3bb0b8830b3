import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Milliseconds of processor time of a process and everything that it has started; 0 without /proc. */
export function processorTime(pid: number): number {
  return family(pid).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

/** MiB of memory held by a process and everything that it has started. */
export function residentMemory(pid: number): number {
  const kilobytes = family(pid).map(({ pid: one }) => {
    const status = tryRead(`/proc/${String(one)}/status`) ?? "";
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kilobytes.reduce((a, b) => a + b, 0) / 1024;
}

interface ProcessState {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

function family(pid: number): readonly ProcessState[] {
  const all = (tryList("/proc") ?? [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => stateOf(Number(name)));
  const found = all.filter((one) => one.pid === pid);
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent.pid));
  return found;
}

/** proc(5): the name in brackets may hold anything, so the fields are counted from the last bracket. */
function stateOf(pid: number): readonly ProcessState[] {
  const stat = tryRead(`/proc/${String(pid)}/stat`);
  if (stat === undefined) return [];
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Of the process itself, and of its children that have ended: PostgreSQL has a process for each connection, and they come and go.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), ticks }];
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function tryList(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
