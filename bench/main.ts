// npm run bench: prints ratios against foreign engines, each measured side by side. `--only=PART` measures one part,
// `--json` prints the figures as JSON.
import { measureBooking } from "./booking.ts";
import { measurePageMonth } from "./bookings/page-month.ts";
import { measureICalendar } from "./icalendar.ts";
import { measureLibical } from "./libical/rows.ts";
import type { Measurement, Section } from "./measure.ts";
import { measureSizes, type Size } from "./size.ts";
import { framesTable } from "./frame-trace.ts";
import { measureRecurrence } from "./recurrence.ts";
import { measureRuleEngines } from "./rule-engines.ts";
import { measureOffice } from "./office.ts";
import { FRAMES_TITLE, measureFrames } from "./web-frames.ts";
import { measureLargePages } from "./web-large.ts";

const digits = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

function row({ name, against, ours, theirs, ratio, spread, target }: Measurement): string {
  const wanted = target === undefined ? "" : `${ratio >= target ? "met" : "MISSED"} (≥ ${String(target)})`;
  const figures = [
    digits(ours),
    digits(theirs),
    `${ratio.toFixed(1)}×`,
    spread.map((q) => q.toFixed(1)).join("–"),
  ];
  return `| ${[`\`${name}\``, against, ...figures, wanted].join(" | ")} |`;
}

function table({ title, rows }: Section): string {
  if (rows.length === 0) return `### ${title}\n`;
  const head =
    "| Work | Against | Ours | Theirs | Ratio | Quartiles | Target |\n|---|---|---:|---:|---:|---:|---|";
  return `### ${title}\n\n${head}\n${rows.map(row).join("\n")}\n`;
}

function sizeTable(sizes: readonly Size[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = sizes.map(({ name, minified, gzip, target }) => {
    const wanted =
      target === undefined ? "" : `${gzip <= target ? "met" : "MISSED"} (≤ ${kilobytes(target)})`;
    return `| ${name} | ${kilobytes(minified)} | ${kilobytes(gzip)} | ${wanted} |`;
  });
  return `### in the browser (kB)\n\n| What | Minified | Gzip | Target |\n|---|---:|---:|---|\n${rows.join("\n")}\n`;
}

/** One piece of work with its figures, and the text that shows them. */
interface Part {
  readonly name: string;
  readonly measure: () => Promise<{ readonly figures: unknown; readonly text: string }>;
}

const ofSections =
  (measure: () => readonly Section[] | Promise<readonly Section[]>): Part["measure"] =>
  async () => {
    const sections = await measure();
    return { figures: sections, text: sections.map(table).join("\n") };
  };
const ofText =
  (measure: () => Promise<string>): Part["measure"] =>
  async () => {
    const text = await measure();
    return { figures: text, text };
  };

// The engine compared with others, in turns (docs/benchmarks.md); then the web app.
const PARTS: readonly Part[] = [
  { name: "text", measure: ofSections(measureICalendar) },
  { name: "libical", measure: ofSections(measureLibical) },
  { name: "recurrence", measure: ofSections(measureRecurrence) },
  { name: "rules", measure: ofSections(measureRuleEngines) },
  {
    name: "sizes",
    measure: async () => {
      const sizes = await measureSizes();
      return { figures: sizes, text: sizeTable(sizes) };
    },
  },
  {
    name: "frames",
    measure: async () => {
      const frames = await measureFrames();
      return { figures: frames, text: framesTable(FRAMES_TITLE, frames) };
    },
  },
  { name: "pages", measure: ofText(measureLargePages) },
  { name: "office", measure: ofText(measureOffice) },
  { name: "booking", measure: ofText(measureBooking) },
  { name: "month", measure: ofText(measurePageMonth) },
];

const names = PARTS.map(({ name }) => name);
const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
const isJson = process.argv.includes("--json");
if (only !== undefined && !names.includes(only)) {
  process.stderr.write(`--only takes one of ${names.join(", ")}.\n`);
  process.exit(2);
}
const figures: Record<string, unknown> = {};
for (const { name, measure } of PARTS.filter((part) => only === undefined || part.name === only)) {
  process.stderr.write(`${name} …\n`);
  const measured = await measure();
  figures[name] = measured.figures;
  // A run takes long, and what is measured should not be lost with what follows.
  if (!isJson) console.log(measured.text);
}
if (isJson) console.log(JSON.stringify(figures, undefined, 2));
