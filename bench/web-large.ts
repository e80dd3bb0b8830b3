// What the larger pages of the web app cost with 10,000 events loaded: a key in the palette, Soon, the month, the year:
// `node bench/web-large.ts [--kilobytes=10]`, with so many of notes in each event. Counted is the processor time of the page's main thread
// (CDP's Performance metrics in thread ticks), so that other work on the machine takes nothing from it.
import type { CDPSession, Page } from "@playwright/test";
import { parseArgs } from "node:util";
import { withOpened } from "./open-page.ts";
import { EVENTS, fill, loaded } from "./web-frames.ts";

/** Each is done so often, in turns; the median counts. */
const ROUNDS = 5;
const WHEEL_TURNS = 15;

interface Cost {
  readonly name: string;
  /** ms of script, and of all tasks: style, layout and paint as well */
  readonly script: number;
  readonly all: number;
  /** nodes of the document afterwards */
  readonly nodes: number;
}

/** Which of the two is held to, and to how many ms. */
const TARGETS: Readonly<Record<string, readonly ["script" | "all", number]>> = {
  "a key in the palette": ["all", 50],
  "open Soon": ["all", 300],
  month: ["script", 100],
  "next month": ["script", 100],
};

/** Waits until two frames were drawn with nothing between, and what waits for idle time is done. */
const rest = async (page: Page): Promise<void> => {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150))))",
  );
};

async function costOf(
  cdp: CDPSession,
  page: Page,
  name: string,
  deed: () => Promise<unknown>,
): Promise<Cost> {
  const metrics = async (): Promise<Readonly<Record<string, number>>> => {
    const { metrics: list } = await cdp.send("Performance.getMetrics");
    return Object.fromEntries(list.map((one) => [one.name, one.value]));
  };
  await rest(page);
  const before = await metrics();
  await deed();
  await rest(page);
  const after = await metrics();
  const spent = (metric: string): number => ((after[metric] ?? 0) - (before[metric] ?? 0)) * 1000;
  const nodes = await page.evaluate<number>("document.querySelectorAll('*').length");
  return { name, script: spent("ScriptDuration"), all: spent("TaskDuration"), nodes };
}

async function measure(page: Page): Promise<readonly Cost[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const costs: Cost[] = [];
  const timed = async (name: string, deed: () => Promise<unknown>): Promise<void> => {
    costs.push(await costOf(cdp, page, name, deed));
  };
  const key = (pressed: string) => () => page.keyboard.press(pressed);
  const list = page.locator("main [data-soon]").first();
  for (let round = 0; round < ROUNDS; round++) {
    await timed("week → month", async () => {
      await page.keyboard.press("m");
      await page.locator("main [role=grid]").waitFor();
    });
    await timed("next month", key("j"));
    await timed("month → year", key("y"));
    await page.keyboard.press("w");
    await page.keyboard.press("t");
    await timed("open Soon", async () => {
      await page.keyboard.press("s");
      await list.waitFor();
    });
    await page.locator("main").hover();
    await timed(`${WHEEL_TURNS} turns of the wheel in Soon`, async () => {
      for (let turn = 0; turn < WHEEL_TURNS; turn++) await page.mouse.wheel(0, 600);
    });
    await timed("Soon → week", key("w"));
    await timed("open the palette", key("Control+k"));
    for (const letter of ["e", "v", "e", "n", "t"]) await timed("a key in the palette", key(letter));
    await page.keyboard.press("Escape");
  }
  return costs;
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

function table(costs: readonly Cost[]): string {
  const rows = [...Map.groupBy(costs, ({ name }) => name)].map(([name, rounds]) => {
    const [held, target] = TARGETS[name.replace("week → ", "")] ?? [];
    const told = (of: "script" | "all"): string => {
      const ms = median(rounds.map((round) => round[of]));
      if (held !== of || target === undefined) return ms.toFixed(0);
      return `${ms.toFixed(0)} ${ms <= target ? "met" : "MISSED"} (≤ ${target})`;
    };
    return `| ${name} | ${told("script")} | ${told("all")} | ${median(rounds.map(({ nodes }) => nodes))} |`;
  });
  return [
    `### the larger pages, ${EVENTS} events loaded (ms of the main thread's processor time, median of ${ROUNDS})`,
    "",
    "| Work | Script | Script, style, layout and paint | Elements in the document |",
    "|---|---:|---:|---:|",
    ...rows,
    "",
  ].join("\n");
}

/** Measures the pages in the built app against a server of its own. Throws Error if no Chromium is found. */
export async function measureLargePages(kilobytes = 0): Promise<string> {
  return withOpened([`--at=${new Date().toISOString()}`], async ({ server, openPage }) => {
    await fill(server, kilobytes);
    const page = await openPage();
    await loaded(page, server);
    return table(await measure(page));
  });
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { kilobytes: { type: "string", default: "0" } } });
  process.stdout.write(await measureLargePages(Number(values.kilobytes)));
}
