import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";

const CALENDAR = "calendar";

/** calcurse, a terminal calendar with files of its own, synchronised by its calcurse-caldav. */
export async function calcurse(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("calcurse");
  const server = new PlainClient(url, "user12");
  const home = await mkdtemp(join(tmpdir(), "snart-calcurse-"));
  const run = await client(home, url, "user12");

  await checks.check("brings what is on the server at the first synchronisation", async () => {
    await server.put(`${CALENDAR}/fika.ics`, eventText("fika", "Fika på Söder"));
    await run("calcurse-caldav", "--init=keep-remote");
    expectThat((await run("calcurse", "-Q", "-d", "2026-11-23")).includes("Fika på Söder"), "no such event");
  });
  await checks.check("takes what is made in calcurse", async () => {
    const text = eventText("mine", "Tandläkaren", "DTSTART:20261124T120000Z", "DTEND:20261124T130000Z");
    await run("calcurse", { input: text }, "-q", "-i", "-");
    await run("calcurse-caldav");
    const texts = await server.texts(CALENDAR);
    expectEqual(texts.filter((one) => one.includes("SUMMARY:Tandläkaren")).length, 1, "events");
  });
  await checks.check("brings an edit and a series", async () => {
    await server.put(`${CALENDAR}/fika.ics`, eventText("fika", "Fika inställd"));
    const weekly = ["DTSTART:20261102T080000Z", "DTEND:20261102T090000Z", "RRULE:FREQ=WEEKLY;COUNT=10"];
    await server.put(`${CALENDAR}/series.ics`, eventText("series", "Städning", ...weekly));
    await run("calcurse-caldav");
    const said = await run("calcurse", "-Q", "-d", "2026-11-23");
    expectThat(said.includes("Fika inställd") && !said.includes("Fika på Söder"), said);
    expectThat(said.includes("Städning"), said);
  });
  await checks.check("brings and takes deletions, and touches nothing else", async () => {
    await server.delete(`${CALENDAR}/fika.ics`);
    await run("calcurse", "-P", "--filter-pattern", "Tandläkaren");
    await run("calcurse-caldav");
    expectThat(
      !(await run("calcurse", "-Q", "-d", "2026-11-23")).includes("Fika"),
      "the event is still there",
    );
    expectEqual([...(await server.list(CALENDAR)).keys()], ["series.ics"], "objects on the server");
  });
  await checks.check("has nothing to do when nothing has changed", async () => {
    const before = [...(await server.list(CALENDAR))];
    const said = await run("calcurse-caldav");
    expectThat(/0 items imported, 0 items removed locally/.test(said), said);
    expectThat(/0 items exported, 0 items removed from the server/.test(said), said);
    expectEqual([...(await server.list(CALENDAR))], before, "entity tags");
  });
  await rm(home, { recursive: true, force: true });
  return checks.results;
}

type Run = (
  name: "calcurse" | "calcurse-caldav",
  ...args: readonly (string | { readonly input: string })[]
) => Promise<string>;

/** @returns a function that runs one of its programs with a home of its own and returns its output */
async function client(home: string, url: string, login: string): Promise<Run> {
  const folder = join(home, ".config", "calcurse", "caldav");
  await mkdir(folder, { recursive: true });
  await mkdir(join(home, ".local", "share", "calcurse"), { recursive: true });
  await writeFile(
    join(home, ".config", "calcurse", "conf"),
    "format.inputdate=4\nformat.outputdate=%Y-%m-%d\n",
  );
  await writeFile(join(folder, "config"), configText(url, login));
  return async (name, ...args) => {
    const program = findProgram(name);
    if (program === undefined)
      throw new Error(`${name} is not installed (on Debian: apt-get install calcurse python3-httplib2).`);
    const words = args.filter((arg) => typeof arg === "string");
    const { input } = args.find((arg) => typeof arg !== "string") ?? { input: "" };
    const result = await runProgram(program, words, { env: { HOME: home }, input });
    if (result.code !== 0) throw new Error(`${name} ${words.join(" ")}: ${saidBy(result)}`);
    return result.stdout;
  };
}

const configText = (url: string, login: string): string => `
[General]
Binary = ${findProgram("calcurse") ?? "calcurse"}
Hostname = ${new URL(url).host}
Path = /dav/calendars/${login}/${CALENDAR}/
HTTPS = No
AuthMethod = basic
DryRun = No
Verbose = Yes
[Auth]
Username = ${login}
Password = ${login}
`;
