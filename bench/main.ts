// npm run bench: prints ratios against foreign engines, each measured side by side. `--json` prints the figures as JSON.
import { measureEngine } from "./engine.ts";
import type { Measurement, Section } from "./measure.ts";
import { measureSizes, type Size } from "./size.ts";
import { framesTable } from "./frame-trace.ts";
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

const sections = await measureEngine();
const sizes = await measureSizes();
const frames = await measureFrames();
const larger = await measureLargePages();
const office = await measureOffice();
if (process.argv.includes("--json"))
  console.log(JSON.stringify({ sections, sizes, frames, larger, office }, undefined, 2));
else
  console.log(
    [...sections.map(table), sizeTable(sizes), framesTable(FRAMES_TITLE, frames), larger, office].join("\n"),
  );
