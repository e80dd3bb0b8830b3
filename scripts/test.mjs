// `npm test`: everything, from types to foreign calendar clients. Installs what is missing. A part that cannot run fails.
// `npm test -- unit` runs only the parts named (check, unit, build, conformance, browser).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureBuilt, ensureServerBuilt } from "./build.mjs";
import { ensureChromium, findProgram, installPackages } from "./debian.mjs";
import { ensureInstalled, pinnedNode, root, toolEnvironment } from "./install.mjs";

ensureInstalled();

const CLIENTS = {
  vdirsyncer: "vdirsyncer",
  khal: "khal",
  todoman: "todoman",
  calcurse: "calcurse",
  thunderbird: "thunderbird",
  litmus: "litmus",
  caddy: "caddy",
  nginx: "nginx-light",
  openssl: "openssl",
  "dpkg-deb": "dpkg",
  "systemd-analyze": "systemd",
  man: "man-db",
};
/** Evolution's calendar service, and what drives it. */
const EVOLUTION = [
  "evolution-data-server",
  "gir1.2-ecal-2.0",
  "gir1.2-edataserver-1.2",
  "python3-gi",
  "dbus",
];
const hasEvolution = () =>
  hasModules("gi; gi.require_version('ECal', '2.0'); from gi.repository import ECal") &&
  findProgram("dbus-run-session") !== undefined;
/** The modules that conformance/referees imports. */
const IMPORT_REFEREES = "import dateutil, icalendar, gi; gi.require_version('ICalGLib', '3.0')";
const scratch = mkdtempSync(join(tmpdir(), "snart-test-"));
const environment = { ...toolEnvironment(), FORCE_COLOR: "0" };

/**
 * Runs a program of ours to its end.
 * @param isBeside whether another part prints meanwhile: then what this one prints is kept, and printed in one piece
 * @returns its exit code
 */
async function node(args, extra = {}, isBeside = false) {
  const output = isBeside ? "pipe" : "inherit";
  const child = spawn(pinnedNode(), args, {
    cwd: root,
    env: { ...environment, ...extra },
    stdio: ["ignore", output, output],
  });
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => kept.push(chunk));
  const [status] = await once(child, "close");
  process.stdout.write(Buffer.concat(kept));
  return status;
}
const result = (passed, failed, skipped = 0, notes = []) => ({ passed, failed, skipped, notes });

async function check() {
  const { runChecks } = await import("./check.mjs");
  const checks = runChecks();
  for (const { name, ok, output } of checks)
    process.stdout.write(ok ? `ok     ${name}\n` : `FAILED ${name}\n${output}\n`);
  return result(checks.filter(({ ok }) => ok).length, checks.filter(({ ok }) => !ok).length);
}

async function unit() {
  const report = join(scratch, "unit.json");
  const status = await node([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = readReport(report);
  if (!counts) return result(0, 1, 0, ["vitest gave no report"]);
  const broken = status === 0 ? 0 : Math.max(1, counts.numFailedTests);
  const notes = counts.testResults.flatMap(({ name, status: outcome, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((it) => it.status === "failed");
    if (outcome === "failed" && failed.length === 0) return [`failed: ${file}: ${firstLine(message)}`];
    return failed.map((it) => `failed: ${file} › ${it.fullName}: ${firstLine(it.failureMessages[0])}`);
  });
  return result(counts.numPassedTests, broken, counts.numPendingTests + counts.numTodoTests, notes);
}

function build() {
  ensureBuilt();
  ensureServerBuilt();
  return result(2, 0);
}

async function conformance() {
  const missing = Object.entries(CLIENTS).filter(([program]) => !findProgram(program));
  const hasReferees = () =>
    spawnSync("python3", ["-c", IMPORT_REFEREES], { env: systemPython() }).status === 0;
  const packages = [
    ...missing.map(([, name]) => name),
    ...(hasCaldav() ? [] : ["python3-caldav"]),
    ...(hasEvolution() ? [] : EVOLUTION),
    ...(hasModules("httplib2") ? [] : ["python3-httplib2"]),
    ...(hasReferees() ? [] : ["python3-dateutil", "python3-gi", "gir1.2-ical-3.0", "python3-icalendar"]),
  ];
  if (packages.length > 0) installPackages(...packages);
  const report = join(scratch, "conformance.json");
  const env = { ...systemPython(), SNART_TEST_CHROMIUM: findChromium() ?? "" };
  const status = await node(["conformance/run.ts", `--report=${report}`], env, true);
  const counts = readReport(report);
  if (!counts) return result(0, 1, 0, ["the conformance suite gave no report"]);
  const failed = status === 0 ? counts.failed : Math.max(1, counts.failed);
  return result(counts.passed, failed, 0, counts.notes ?? []);
}

const hasModules = (names) =>
  spawnSync("python3", ["-c", `import ${names}`], { env: systemPython() }).status === 0;
const hasCaldav = () => hasModules("caldav, recurring_ical_events");

/** Debian's Python packages belong to Debian's python3, which another one earlier on the PATH would hide. */
function systemPython() {
  return { ...environment, PATH: `/usr/bin:/bin:${environment.PATH}` };
}

async function browser() {
  ensureBuilt();
  // Some browser tests check the app's output with other people's clients.
  const packages = [
    ...(findProgram("vdirsyncer") ? [] : ["vdirsyncer"]),
    ...(hasCaldav() ? [] : ["python3-caldav"]),
  ];
  if (packages.length > 0) installPackages(...packages);
  const playwright = "node_modules/@playwright/test/cli.js";
  const chromium = findChromium();
  if (chromium === undefined) return result(0, 1, 0, ["no Chromium could be found or installed"]);
  const report = join(scratch, "browser.json");
  const status = await node([playwright, "test", "--config", "packages/web/playwright.config.ts"], {
    SNART_TEST_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const told = readReport(report);
  if (!told) return result(0, 1, 0, ["Playwright gave no report"]);
  const { expected, unexpected, flaky, skipped } = told.stats;
  const failed = status === 0 ? unexpected : Math.max(1, unexpected);
  const notes = [
    ...titles(told.suites, "unexpected").map((title) => `failed: ${title}`),
    ...titles(told.suites, "flaky").map((title) => `passed at the second try only: ${title}`),
  ];
  return result(expected + flaky, failed, skipped, notes);
}

const findChromium = () =>
  ensureChromium(() => {
    const command = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
    return spawnSync(pinnedNode(), command, { cwd: root, stdio: "inherit" }).status === 0;
  });

const firstLine = (text) => (text ?? "").split("\n")[0];

/** The Playwright tests with this outcome, each with its file. */
function titles(suites, wanted) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, title }) => `${file} › ${title}`),
    ...titles(inner, wanted),
  ]);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const parts = { check, unit, build, conformance, browser };
/** What runs one after the other, and what at once: foreign clients mostly wait, and unit tests leave them a core. */
const TURNS = [["check"], ["build"], ["unit", "conformance"], ["browser"]];

/** Runs one part. @returns its counts, and the line that tells of it */
async function run(name) {
  const began = Date.now();
  process.stdout.write(`\n— ${name}\n`);
  const counts = await parts[name]();
  const { passed, failed, skipped, notes } = counts;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const line = `${name.padEnd(12)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""} in ${seconds} s`;
  return { counts, line: [line, ...notes].join("\n  ") };
}

const chosen = process.argv.slice(2).filter((name) => name in parts);
const done = [];
for (const turn of TURNS) {
  const names = turn.filter((name) => chosen.length === 0 || chosen.includes(name));
  done.push(...(await Promise.all(names.map(run))));
}
rmSync(scratch, { recursive: true, force: true });
const sum = (field) => done.reduce((before, { counts }) => before + counts[field], 0);
process.stdout.write(`\n${done.map(({ line }) => line).join("\n")}\n`);
// A skipped test has no printable reason here, so it counts as a failure.
const failed = sum("failed") + sum("skipped");
process.stdout.write(`${sum("passed")} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
