import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Checks, expectEqual, expectThat } from "../checks.ts";
import type { CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { Replica } from "../vdirsyncer/replica.ts";

/** khal and todoman, terminal clients over the folders that vdirsyncer keeps in step. */
export async function khal(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("khal");
  const server = new PlainClient(url, "user10");
  const replica = await Replica.open(url, "user10");
  await replica.discoverAndSync();
  const run = await client(replica, "khal", "khal/config", khalConfig(replica));
  const todo = await client(replica, "todoman", "todoman/config.py", todomanConfig(replica));

  await checks.check("khal shows a series that started twenty years ago in its own zone", async () => {
    const lines = [
      "DTSTART;TZID=Europe/Stockholm:20061124T090000",
      "DTEND;TZID=Europe/Stockholm:20061124T100000",
      "RRULE:FREQ=WEEKLY",
    ];
    await server.put("calendar/series.ics", eventText("series", "Fika på Söder", ...lines));
    await replica.mustRun("sync");
    const said = await run("list", "2026-11-27", "1d");
    expectThat(/09:00-10:00 Fika på Söder/.test(said), said);
  });
  await checks.check("khal makes an event that reaches the server", async () => {
    await run("new", "-a", "calendar", "2026-11-24", "13:00", "14:00", "Tandläkaren");
    await replica.mustRun("sync");
    expectEqual(
      (await server.texts("calendar")).filter((text) => text.includes("SUMMARY:Tandläkaren")).length,
      1,
      "events",
    );
  });
  await checks.check("todoman makes a task that reaches the server", async () => {
    await todo("new", "-l", "tasks", "Köp mjölk");
    await replica.mustRun("sync");
    expectEqual(
      (await server.texts("tasks")).filter((text) => text.includes("SUMMARY:Köp mjölk")).length,
      1,
      "tasks",
    );
  });
  await checks.check("todoman finishes a task, and the server knows", async () => {
    await todo("done", "1");
    await replica.mustRun("sync");
    expectThat(
      (await server.texts("tasks")).some((text) => /STATUS:COMPLETED/.test(text)),
      "no completed task on the server",
    );
  });
  await replica.close();
  return checks.results;
}

/** @returns a function that runs the program with its configuration and gives back what it said */
async function client(
  replica: Replica,
  name: string,
  configPath: string,
  config: string,
): Promise<(...args: readonly string[]) => Promise<string>> {
  const program = findProgram(name);
  const folder = join(replica.folder, "home", ".config", configPath, "..");
  await mkdir(folder, { recursive: true });
  await writeFile(join(replica.folder, "home", ".config", configPath), config);
  return async (...args) => {
    if (program === undefined)
      throw new Error(`${name} is not installed (on Debian: apt-get install ${name}).`);
    const result = await runProgram(program, args, { env: { HOME: join(replica.folder, "home") } });
    if (result.code !== 0) throw new Error(`${name} ${args.join(" ")}: ${saidBy(result)}`);
    return result.stdout;
  };
}

const khalConfig = (replica: Replica): string => `
[calendars]
[[calendar]]
path = ${replica.path("calendar")}
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Europe/Stockholm
default_timezone = Europe/Stockholm
[sqlite]
path = ${replica.folder}/khal.db
`;

const todomanConfig = (replica: Replica): string => `
path = "${replica.path()}/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "tasks"
cache_path = "${replica.folder}/todoman.sqlite3"
`;
