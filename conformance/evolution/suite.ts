import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { startProxy, type Traced } from "../proxy.ts";

const LOGIN = "user14";
const PACKAGES = "evolution-data-server gir1.2-ecal-2.0 gir1.2-edataserver-1.2 python3-gi dbus";
const WEEKLY = ["DTSTART:20061124T080000Z", "DTEND:20061124T090000Z", "RRULE:FREQ=WEEKLY"];

interface Line {
  readonly name: string;
  readonly failure: string | null;
}

/** Evolution's and GNOME's calendar service, driven by the script beside this file in a D-Bus session of its own. */
export async function evolution(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("evolution");
  const server = new PlainClient(url, LOGIN);
  await server.put("calendar/fika.ics", eventText("fika", "Fika på Söder"));
  await server.put("calendar/series.ics", eventText("series", "Möte", ...WEEKLY));
  const traced: Traced[] = [];
  // It keeps passwords in a keyring that a person unlocks, so the proxy signs in.
  const proxy = await startProxy(url, { login: LOGIN, tell: (one) => traced.push(one) });
  const home = await mkdtemp(join(tmpdir(), "snart-evolution-"));
  try {
    await runScript(checks, home, proxy.port);
    await lookAtServer(checks, server, traced);
  } finally {
    await proxy.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return checks.results;
}

async function runScript(checks: Checks, home: string, port: number): Promise<void> {
  const session = findProgram("dbus-run-session");
  if (session === undefined)
    throw new Error(`dbus is not installed (on Debian: apt-get install ${PACKAGES}).`);
  const script = join(import.meta.dirname, "suite.py");
  const words = ["--", "/usr/bin/python3", script, String(port), LOGIN];
  const result = await runProgram(session, words, { env: { HOME: home, XDG_RUNTIME_DIR: home } });
  for (const line of result.stdout.split("\n").filter((one) => one.startsWith("{"))) {
    const { name, failure } = JSON.parse(line) as Line;
    checks.results.push({ suite: checks.suite, name, failure: failure ?? undefined });
  }
  if (result.code !== 0) throw new Error(`suite.py (needs ${PACKAGES}): ${saidBy(result)}`);
}

async function lookAtServer(checks: Checks, server: PlainClient, traced: readonly Traced[]): Promise<void> {
  await checks.check("has told the server of everything", async () => {
    const texts = await server.texts("calendar");
    expectEqual(texts.length, 2, "objects");
    expectThat(
      texts.some((text) => /SUMMARY:Fika\\, ändrad i Evolution/.test(text)),
      "the edit is not there",
    );
    const series = texts.find((text) => text.includes("UID:series")) ?? "";
    expectThat(/RRULE:FREQ=WEEKLY/.test(series) && /SUMMARY:Möte på annat ställe/.test(series), series);
    expectThat(/RECURRENCE-ID[^:]*:20261127T080000Z/.test(series), series);
    const [task = ""] = await server.texts("tasks");
    expectThat(/STATUS:COMPLETED/.test(task), task);
  });
  await checks.check("was never answered with an error", () => {
    const wrong = traced.filter(({ status }) => status >= 400);
    expectEqual(
      wrong.map(({ method, path, status }) => `${method} ${path} ${status}`),
      [],
      "errors",
    );
  });
}
