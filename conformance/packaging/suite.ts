import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";

const REPOSITORY = join(import.meta.dirname, "..", "..");
/** What `systemd-analyze security` may call the unit, of 10: docs/operating.md says what it is. */
const MOST_EXPOSED = 1.5;
/** Bytes: docs/operating.md says how large it is. */
const LARGEST = 75_000_000;

/** The Debian package: made, unpacked by dpkg into a folder as a root, and run from there. */
export async function packaging(): Promise<readonly CheckResult[]> {
  const checks = new Checks("packaging");
  const folder = await mkdtemp(join(tmpdir(), "snart-package-"));
  const root = join(folder, "root");
  let file = "";
  await checks.check(
    "the package is made, and holds program, unit, options, manual page and documents",
    async () => {
      file = await makePackage(folder);
      await holdsAll(file);
    },
  );
  await checks.check("dpkg unpacks it, also over itself, and what is set there stays", async () => {
    await unpack(root, file);
    const options = join(root, "etc/snart/snart.conf");
    await writeFile(options, "SNART_LOG_LEVEL=warn\n");
    await unpack(root, file);
    expectEqual(await readFile(options, "utf8"), "SNART_LOG_LEVEL=warn\n", "the options");
  });
  await checks.check("the manual page is one, and names every command", () => readsManual(root));
  await checks.check("systemd finds nothing wrong with the unit, and calls it closed", () => judgeUnit(root));
  await checks.check("the server runs from it, answers, and ends when it is asked to", () =>
    serveFrom(root, folder),
  );
  await rm(folder, { recursive: true, force: true });
  return checks.results;
}

/** Runs a program of Debian, or says what package has it. @throws if it ends with anything but 0 */
async function run(name: string, of: string, ...args: readonly string[]): Promise<string> {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed (on Debian: apt-get install ${of}).`);
  // dpkg wants to see programs of the administrator's, even if it does not use them.
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  const result = await runProgram(program, args, { env });
  if (result.code !== 0) throw new Error(saidBy(result));
  return result.stdout + result.stderr;
}

async function makePackage(folder: string): Promise<string> {
  const env = { PATH: process.env["PATH"] ?? "" };
  const script = join(REPOSITORY, "packaging/deb.mjs");
  const made = await runProgram(process.execPath, [script, folder], { env, cwd: REPOSITORY });
  if (made.code !== 0) throw new Error(saidBy(made));
  return made.stdout.trim().split("\n").at(-1) ?? "";
}

async function holdsAll(file: string): Promise<void> {
  const listed = await run("dpkg-deb", "dpkg", "--contents", file);
  for (const path of [
    "./opt/snart/bin/node",
    "./opt/snart/bin/snartd",
    "./usr/bin/snart",
    "./lib/systemd/system/snart.service",
    "./etc/snart/snart.conf",
    "./usr/share/man/man1/snart.1.gz",
    "./usr/share/doc/snart/operating.md",
    "./usr/share/doc/snart/LICENSE",
  ])
    expectThat(listed.includes(` ${path}\n`), `there is no ${path}`);
  expectThat(!/opt\/snart\/packages\/.*(?:\.test\.|\/testing\/)/.test(listed), "it holds tests");
  const { version } = JSON.parse(await readFile(join(REPOSITORY, "package.json"), "utf8")) as {
    version: string;
  };
  expectEqual((await run("dpkg-deb", "dpkg", "--field", file, "Version")).trim(), version, "its version");
  const { size } = await stat(file);
  expectThat(size < LARGEST, `it has ${size} bytes`);
}

/**
 * Only unpacks it: what makes the user and talks to systemd is done when it is configured, which needs a machine. The scripts of an upgrade
 * do nothing, and there is no shell below the root.
 */
async function unpack(root: string, file: string): Promise<void> {
  await mkdir(join(root, "var/lib/dpkg/updates"), { recursive: true });
  await mkdir(join(root, "var/lib/dpkg/info"), { recursive: true });
  const known = join(root, "var/lib/dpkg/status");
  await writeFile(known, "", { flag: "a" });
  const forced = ["--force-not-root", "--force-script-chrootless"];
  await run("dpkg", "dpkg", `--root=${root}`, ...forced, "--log=/dev/null", "--unpack", file);
  expectThat((await readFile(known, "utf8")).includes("Package: snart\n"), "dpkg does not know it");
  // What comes with it is only put in place when it is configured: until then it stands beside.
  const options = join(root, "etc/snart/snart.conf");
  const beside = await readFile(`${options}.dpkg-new`, "utf8");
  await writeFile(options, beside, { flag: "wx" }).catch(() => undefined);
}

async function readsManual(root: string): Promise<void> {
  const page = join(root, "usr/share/man/man1/snart.1.gz");
  const shown = await run("man", "man-db groff-base", "--warnings", "--encoding=UTF-8", "-l", page);
  expectThat(!/warning|cannot/.test(shown.split("NAME")[0] ?? ""), shown.slice(0, 500));
  for (const words of ["snart backup", "snart job run", "snart release-notes", "EXIT STATUS"])
    expectThat(shown.includes(words), `it does not name ${words}`);
}

async function judgeUnit(root: string): Promise<void> {
  const unit = join(root, "lib/systemd/system/snart.service");
  // It looks for the program at its place, which is below the root here.
  const text = (await readFile(unit, "utf8")).replaceAll("/opt/snart", join(root, "opt/snart"));
  const there = join(root, "snart.service");
  await writeFile(there, text.replace(/^Documentation=.*\n/m, ""));
  const said = await run("systemd-analyze", "systemd", "verify", "--man=no", there);
  expectThat(!said.includes("snart.service"), said);
  const judged = await run("systemd-analyze", "systemd", "security", "--offline=true", "--no-pager", there);
  const [, level = ""] = /Overall exposure level for snart\.service: ([\d.]+)/.exec(judged) ?? [];
  expectThat(Number(level) > 0 && Number(level) <= MOST_EXPOSED, `its exposure is ${level || judged}`);
}

async function serveFrom(root: string, folder: string): Promise<void> {
  const data = join(folder, "data");
  const env = { SNART_DATA: data, SNART_PORT: "0", PATH: "/usr/bin:/bin" };
  const child = spawn(join(root, "opt/snart/bin/snartd"), [], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("exit", resolve);
  });
  // Whoever waits for it hears of it.
  ended.catch(() => undefined);
  try {
    const url = await addressIn(child.stdout);
    expectEqual((await fetch(`${url}/healthz`)).status, 200, "/healthz");
    const page = await (await fetch(`${url}/`)).text();
    const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    expectEqual((await fetch(url + script)).status, 200, `the app (${script})`);
    const told = await runProgram(join(root, "opt/snart/bin/snart"), ["release-notes", "--json"], { env });
    expectEqual(told.code, 0, told.stderr);
    expectThat(told.stdout.includes('"changed"'), told.stdout);
  } finally {
    child.kill("SIGTERM");
  }
  expectEqual(await ended, 0, "its exit code");
}

/** The address that a server prints when it is ready. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, port] = /Snart is ready at http:\/\/localhost:(\d+)/.exec(line) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error("the server ended before it was ready");
}
