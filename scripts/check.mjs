// `npm run check`: formatter, types, lint, import direction and cycles. Under 30 seconds.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkBoundaries } from "./boundaries.mjs";
import { ensureInstalled, pinnedNode, root, toolEnvironment } from "./install.mjs";

const PROJECTS = [
  "packages/calendar",
  "packages/calendar/tsconfig.test.json",
  "packages/locales",
  "packages/server",
  "packages/web",
  "packages/web/tsconfig.test.json",
  "tsconfig.tools.json",
];

function tool(script, args) {
  const done = spawnSync(pinnedNode(), [join(root, "node_modules", script), ...args], {
    cwd: root,
    env: toolEnvironment(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { ok: done.status === 0, output: `${done.stdout ?? ""}${done.stderr ?? ""}` };
}

/** @returns {{ name: string, ok: boolean, output: string }[]} */
export function runChecks() {
  const problems = checkBoundaries();
  return [
    { name: "import direction and cycles", ok: problems.length === 0, output: problems.join("\n") },
    {
      name: "format",
      ...tool("oxfmt/bin/oxfmt", ["--check", "packages", "conformance", "bench", "scripts"]),
    },
    {
      name: "lint",
      ...tool("oxlint/bin/oxlint", ["--type-aware", "packages", "conformance", "bench", "scripts"]),
    },
    ...PROJECTS.map((project) => ({
      name: `types of ${project}`,
      ...tool("typescript/bin/tsc", ["-p", project]),
    })),
  ];
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  let failed = 0;
  for (const { name, ok, output } of runChecks()) {
    process.stdout.write(`${ok ? "ok    " : "FAILED"} ${name}\n`);
    if (!ok) process.stdout.write(`${output}\n`);
    if (!ok) failed++;
  }
  process.exit(failed > 0 ? 1 : 0);
}
