// The work of a page's main thread over a stretch of time, from the browser's own trace: task by task and frame by
// frame.
import type { Browser, Page } from "@playwright/test";

/** ms of script a frame, at the 95th percentile, and the longest task (docs/benchmarks.md) */
const FRAME_TARGET = 16;
const TASK_TARGET = 50;
/** The costs of frames of one kind, ms of the main thread. */
export interface FrameCosts {
  readonly name: string;
  readonly frames: number;
  readonly script: { readonly median: number; readonly p95: number };
  /** the most expensive frame of each action, at the 95th percentile */
  readonly dearest: number;
  /** the longest task: script, or style, layout and paint */
  readonly longest: number;
}

/** ms of the main thread's processor time: other work of the machine is not counted. */
interface TracedWork {
  /** script of each drawn frame, including the work since the one before */
  readonly script: readonly number[];
  /** for each action, the script of its most expensive frame */
  readonly dearest: readonly number[];
  /** tasks: script as well as style, layout and paint */
  readonly tasks: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** µs; `tdur` is processor time */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly message?: string } };
}

const DEED = "a deed begins";
const SCRIPT = new Set(["FunctionCall", "EvaluateScript", "RunMicrotasks"]);
const categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Traces actions one after the other, and the frames after each. */
async function traced(
  browser: Browser,
  page: Page,
  deeds: readonly (() => Promise<unknown>)[],
  framesAfter: number,
): Promise<TracedWork> {
  await browser.startTracing(page, { categories });
  for (const deed of deeds) {
    await page.evaluate(`console.timeStamp(${JSON.stringify(DEED)})`);
    await deed();
    for (let frame = 0; frame < framesAfter; frame++)
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return workOf(traceEvents);
}

function workOf(all: readonly TraceEvent[]): TracedWork {
  const marked = all.find((it) => it.name === "TimeStamp" && it.args?.data?.message === DEED);
  if (!marked) throw new Error("the trace tells of no deed");
  const own = all
    .filter((it) => it.pid === marked.pid && it.tid === marked.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const deeds = own.filter((it) => it.name === "TimeStamp").map((it) => it.ts);
  const frames = own.filter((it) => it.name === "Commit" && it.ph === "X").map((it) => it.ts);
  if (frames.length === 0) throw new Error("the trace tells of no frame");
  const scripts = outermost(own, (name) => SCRIPT.has(name));
  const tasks = outermost(own, (name) => name.endsWith("RunTask"));
  const script = spent(scripts, frames);
  const dearest = deeds.map((from, index) => {
    const to = deeds[index + 1] ?? Infinity;
    return Math.max(0, ...script.filter((_, frame) => isWithin(frames[frame] ?? 0, from, to)));
  });
  return { script, dearest, tasks: tasks.map(({ tdur = 0 }) => tdur / 1000) };
}

const isWithin = (at: number, from: number, to: number): boolean => at >= from && at < to;

/** The events that no other event contains. */
function outermost(events: readonly TraceEvent[], isMeant: (name: string) => boolean): TraceEvent[] {
  let end = 0;
  return events.filter(({ name, ph, ts, dur = 0, tdur }) => {
    if (ph !== "X" || tdur === undefined || ts < end || !isMeant(name)) return false;
    end = ts + dur;
    return true;
  });
}

/** The time spent between each moment and the one before it. */
function spent(events: readonly TraceEvent[], moments: readonly number[]): number[] {
  let next = 0;
  return moments.map((moment) => {
    let sum = 0;
    for (let it = events[next]; it && it.ts < moment; it = events[++next]) sum += (it.tdur ?? 0) / 1000;
    return sum;
  });
}

/** Repeats an action, and returns the cost of the frames after it. */
export async function watched(
  browser: Browser,
  page: Page,
  name: string,
  deeds: readonly (() => Promise<unknown>)[],
  framesAfter: number,
): Promise<FrameCosts> {
  const { script, dearest, tasks } = await traced(browser, page, deeds, framesAfter);
  return {
    name,
    frames: script.length,
    script: { median: rank(script, 0.5), p95: rank(script, 0.95) },
    dearest: rank(dearest, 0.95),
    longest: Math.max(...tasks),
  };
}

/** The value that this share of the figures does not exceed. */
function rank(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const told = (ms: number, target: number): string => `${ms.toFixed(1)} ${ms <= target ? "met" : "MISSED"}`;

/** A table of the cost of a frame, ms, and whether it is within the target. */
export const framesTable = (title: string, costs: readonly FrameCosts[]): string =>
  [
    `### ${title} (ms of the main thread)`,
    "",
    `| Work | Frames | Script, median | Script, p95 (≤ ${String(FRAME_TARGET)}) | Dearest frame of a deed, p95 | Longest task (≤ ${String(TASK_TARGET)}) |`,
    "|---|---:|---:|---:|---:|---:|",
    ...costs.map(
      ({ name, frames, script, dearest, longest }) =>
        `| ${[name, String(frames), script.median.toFixed(1), told(script.p95, FRAME_TARGET), dearest.toFixed(1), told(longest, TASK_TARGET)].join(" | ")} |`,
    ),
    "",
  ].join("\n");
