import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { Replica } from "../vdirsyncer/replica.ts";

/** khal and todoman, terminal clients over folders that vdirsyncer synchronises. */
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
  await moreOfKhal(checks, { server, replica, run });
  await moreOfTodoman(checks, { server, replica, run: todo });
  await replica.close();
  return checks.results;
}

interface Desk {
  readonly server: PlainClient;
  readonly replica: Replica;
  readonly run: (...args: readonly string[]) => Promise<string>;
}

const withTitle = async ({ server, replica }: Desk, collection: string, title: string): Promise<string> => {
  await replica.mustRun("sync");
  const found = (await server.texts(collection)).filter((text) => text.includes(`SUMMARY:${title}`));
  expectEqual(found.length, 1, `objects with the title ${title}`);
  return found[0] ?? "";
};

async function moreOfKhal(checks: Checks, desk: Desk): Promise<void> {
  const { server, replica, run } = desk;
  await checks.check("khal makes an all-day event, and the server has days, not times", async () => {
    await run("new", "-a", "calendar", "2026-12-13", "Lucia");
    expectThat(/DTSTART;VALUE=DATE:20261213/.test(await withTitle(desk, "calendar", "Lucia")), "no date");
  });
  await checks.check("khal makes an event in another zone, and shows it in its own", async () => {
    await run("new", "-a", "calendar", "2026-11-25", "09:00", "10:00", "America/New_York", "Samtal");
    const text = await withTitle(desk, "calendar", "Samtal");
    expectThat(/DTSTART;TZID=America\/New_York[^:]*:20261125T090000/.test(text), text);
    const said = await run("list", "2026-11-25", "1d");
    expectThat(/15:00-16:00 Samtal/.test(said), said);
  });
  await checks.check("khal makes a weekly series that the server expands", async () => {
    const words = [
      "-a",
      "calendar",
      "-r",
      "weekly",
      "-u",
      "2026-12-31",
      "2026-12-01",
      "18:00",
      "19:00",
      "Kör",
    ];
    await run("new", ...words);
    expectThat(/RRULE:.*FREQ=WEEKLY/.test(await withTitle(desk, "calendar", "Kör")), "no rule");
    const range = 'start="20261201T000000Z" end="20270101T000000Z"';
    const body = `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data><C:expand ${range}/></C:calendar-data></prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:prop-filter name="SUMMARY"><C:text-match>Kör</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
    const headers = { depth: "1", "content-type": "application/xml" };
    const answer = await (await server.send("REPORT", "calendar/", body, headers)).text();
    expectEqual(answer.match(/RECURRENCE-ID:202612\d\dT170000Z/g)?.length, 5, "instances");
  });
  await checks.check(
    "khal shows the one instance of a series that was moved, and not where it was",
    async () => {
      const moved = [
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:series",
        "DTSTAMP:20261120T100000Z",
        "RECURRENCE-ID;TZID=Europe/Stockholm:20261204T090000",
        "DTSTART;TZID=Europe/Stockholm:20261204T140000",
        "DTEND;TZID=Europe/Stockholm:20261204T150000",
        "SUMMARY:Fika senare",
      ];
      const lines = ["DTSTART;TZID=Europe/Stockholm:20061124T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"];
      await server.put("calendar/series.ics", eventText("series", "Fika på Söder", ...lines, ...moved));
      await replica.mustRun("sync");
      const said = await run("list", "2026-12-04", "1d");
      expectThat(/14:00-15:00 Fika senare/.test(said) && !/09:00/.test(said), said);
    },
  );
  await checks.check(
    "khal writes over an event by import, and the server has the new text once",
    async () => {
      const file = join(replica.folder, "new.ics");
      await writeFile(
        file,
        eventText("series", "Fika varje dag", "DTSTART:20261201T080000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      );
      await run("import", "--batch", "-a", "calendar", file);
      const text = await withTitle(desk, "calendar", "Fika varje dag");
      expectThat(/RRULE:.*FREQ=DAILY/.test(text) && !/RECURRENCE-ID/.test(text), text);
    },
  );
}

async function moreOfTodoman(checks: Checks, desk: Desk): Promise<void> {
  const { server, replica, run } = desk;
  const idOf = async (title: string): Promise<string> => {
    const all = JSON.parse(await run("--porcelain", "list")) as {
      readonly id: number;
      readonly summary: string;
    }[];
    const found = all.find(({ summary }) => summary === title);
    if (found === undefined) throw new Error(`todoman lists no ${title}`);
    return String(found.id);
  };
  await checks.check("todoman makes a task with a day and a priority", async () => {
    await run("new", "-l", "tasks", "--due", "2026-12-01", "--priority", "high", "Deklarera");
    const text = await withTitle(desk, "tasks", "Deklarera");
    expectThat(/^DUE.*:20261201/m.test(text) && /^PRIORITY:[1-4]/m.test(text), text);
  });
  await checks.check(
    "todoman edits a task that another client made, and keeps what it does not know",
    async () => {
      await server.put("tasks/theirs.ics", taskText("theirs", "Vattna", "X-UNKNOWN:kept"));
      await replica.mustRun("sync");
      await run("edit", "--priority", "low", await idOf("Vattna"));
      const text = await withTitle(desk, "tasks", "Vattna");
      expectThat(/^PRIORITY:9/m.test(text) && text.includes("X-UNKNOWN:kept"), text);
    },
  );
  await checks.check(
    "todoman completes one turn of a task that repeats, and the next one is due",
    async () => {
      const repeats = ["DTSTART:20261124T080000Z", "DUE:20261124T090000Z", "RRULE:FREQ=WEEKLY"];
      await server.put("tasks/again.ics", taskText("again", "Sopor", ...repeats));
      await replica.mustRun("sync");
      await run("done", await idOf("Sopor"));
      await replica.mustRun("sync");
      const texts = (await server.texts("tasks")).filter((text) => text.includes("SUMMARY:Sopor"));
      const [done, next] = [true, false].map((isDone) =>
        texts.filter((text) => /STATUS:COMPLETED/.test(text) === isDone),
      );
      expectEqual([done?.length, next?.length], [1, 1], "tasks done and to do");
      expectThat(/^DUE.*:20261201T/m.test(next?.[0] ?? ""), next?.[0] ?? "");
    },
  );
  await checks.check("todoman deletes a task, and it is gone from the server", async () => {
    await run("delete", "--yes", await idOf("Vattna"));
    await replica.mustRun("sync");
    const texts = await server.texts("tasks");
    expectThat(!texts.some((text) => text.includes("SUMMARY:Vattna")), "the task is still there");
  });
}

/** A task, made from an event's text so that only the difference is written. */
const taskText = (uid: string, summary: string, ...lines: readonly string[]): string =>
  eventText(uid, summary, ...lines)
    .replaceAll("VEVENT", "VTODO")
    .replace(/^DTSTART:20261123T110000Z\r\nDTEND:20261123T120000Z\r\n/m, "");

/** @returns a function that runs the program with its configuration and returns its output */
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
