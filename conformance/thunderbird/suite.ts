import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { Thunderbird } from "./driver.ts";

const LOGIN = "user13";
const WEEKLY = [
  "DTSTART;TZID=Europe/Stockholm:20061124T090000",
  "DTEND;TZID=Europe/Stockholm:20061124T100000",
  "RRULE:FREQ=WEEKLY",
];

/**
 * Thunderbird itself, without a screen, driven from within: its own calendar code does what a person does by hand.
 */
export async function thunderbird(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("thunderbird");
  const server = new PlainClient(url, LOGIN);
  await server.put("calendar/fika.ics", eventText("fika", "Fika på Söder"));
  await server.put("calendar/series.ics", eventText("series", "Möte", ...WEEKLY));
  const client = await Thunderbird.open(url, LOGIN);
  try {
    await reads(checks, client, server);
    await writes(checks, client, server);
    await checks.check("was never answered with an error but where one is due", () => {
      const due = [`PUT /dav/calendars/${LOGIN}/calendar/fika.ics 412`];
      const wrong = client.traced.filter(({ path, status }) => path.startsWith("/dav/") && status >= 400);
      expectEqual(
        wrong.map(({ method, path, status }) => `${method} ${path} ${status}`),
        due,
        "errors",
      );
    });
  } finally {
    await client.close();
  }
  return checks.results;
}

async function reads(checks: Checks, client: Thunderbird, server: PlainClient): Promise<void> {
  await checks.check("has what is on the server, may write, and shows no note of warning", async () => {
    await client.refreshUntil("calendar", `return (await all("calendar")).length === 2;`);
    const state = await client.run(
      `const c = named("calendar"); return [c.type, c.readOnly, c.getProperty("currentStatus"), c.getProperty("disabled") ?? false];`,
    );
    expectEqual(state, ["caldav", false, 0, false], "type, read only, status, disabled");
  });
  await checks.check("finds both calendars from the server's address alone", async () => {
    const found = await client.run(
      `const found = await cal.provider.detection.detect(args[0], "", args[1], false, [], {});
       return [...found.values()].flat().map((one) => one.uri.pathQueryRef).sort();`,
      LOGIN,
      `${client.url}/`,
    );
    expectEqual(
      found,
      ["calendar", "tasks"].map((name) => `/dav/calendars/${LOGIN}/${name}/`),
      "calendars",
    );
  });
  await checks.check("shows the instances of a series in a week twenty years on", async () => {
    const titles = await client.run(
      `const at = (text) => cal.createDateTime(text);
       const found = await named("calendar").getItemsAsArray(
         Ci.calICalendar.ITEM_FILTER_ALL_ITEMS | Ci.calICalendar.ITEM_FILTER_CLASS_OCCURRENCES, 0,
         at("20261123T000000Z"), at("20261130T000000Z"));
       return found.map((one) => one.title + " " + one.startDate.getInTimezone(cal.dtz.UTC).icalString).sort();`,
    );
    expectEqual(titles, ["Fika på Söder 20261123T110000Z", "Möte 20261127T080000Z"], "instances");
  });
  await checks.check("hears of an edit, a new event and a deletion at the next synchronisation", async () => {
    await server.put("calendar/fika.ics", eventText("fika", "Fika inställd"));
    await server.put("calendar/new.ics", eventText("new", "Ny"));
    await client.refreshUntil(
      "calendar",
      `return (await all("calendar")).map((one) => one.title).sort().join() === "Fika inställd,Möte,Ny";`,
    );
    await server.delete("calendar/new.ics");
    await client.refreshUntil("calendar", `return (await all("calendar")).length === 2;`);
  });
}

async function writes(checks: Checks, client: Thunderbird, server: PlainClient): Promise<void> {
  await checks.check("makes an event that reaches the server", async () => {
    const text = eventText("mine", "Från Thunderbird 🎂");
    await client.run(`await named("calendar").addItem(new CalEvent(args[0]));`, text);
    expectThat(
      (await server.get("calendar/mine.ics")).includes("SUMMARY:Från Thunderbird 🎂"),
      "no such event",
    );
  });
  await checks.check("edits one instance of a series; the rest stay", async () => {
    await client.run(
      `const series = await named("calendar").getItem("series");
       const id = cal.createDateTime("20261127T080000Z").getInTimezone(series.startDate.timezone);
       const changed = series.clone();
       const instance = changed.recurrenceInfo.getOccurrenceFor(id).clone();
       instance.title = "Möte på annat ställe";
       changed.recurrenceInfo.modifyException(instance, true);
       await named("calendar").modifyItem(changed, series);`,
    );
    const text = await server.get("calendar/series.ics");
    expectThat(/RRULE:FREQ=WEEKLY/.test(text) && /SUMMARY:Möte på annat ställe/.test(text), text);
    expectEqual(text.match(/BEGIN:VEVENT/g)?.length, 2, "components");
    expectThat(/RECURRENCE-ID;TZID=Europe\/Stockholm:20261127T090000/.test(text), text);
  });
  await checks.check("does not write over what it has not seen", async () => {
    const theirs = eventText("fika", "Fika flyttad av någon annan");
    await server.put("calendar/fika.ics", theirs);
    await client.run(
      // It would ask the person which one to keep; nobody can answer, so the test doesn't wait for that.
      `const old = await named("calendar").getItem("fika"); const changed = old.clone(); changed.title = "Mitt";
       const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
       const prompts = Services.prompt;
       Services.prompt = { confirmEx: () => 1 };
       await Promise.race([named("calendar").modifyItem(changed, old).catch(() => 0), new Promise((r) => setTimeout(r, 3000))]);
       Services.prompt = prompts;`,
    );
    expectEqual(await server.get("calendar/fika.ics"), theirs, "text on the server");
  });
  await checks.check("deletes an event, and it is gone from the server", async () => {
    await client.run(`const c = named("calendar"); await c.deleteItem(await c.getItem("mine"));`);
    expectThat(![...(await server.list("calendar")).keys()].includes("mine.ics"), "the event is still there");
  });
  await checks.check("makes a task and completes it", async () => {
    const text = eventText("task", "Köp mjölk", "DTSTART:20261123T110000Z").replaceAll("VEVENT", "VTODO");
    await client.run(`await named("tasks").addItem(new CalTodo(args[0]));`, text);
    await client.run(
      `const c = named("tasks"); const old = await c.getItem("task"); const done = old.clone();
       done.isCompleted = true; await c.modifyItem(done, old);`,
    );
    const [task = ""] = await server.texts("tasks");
    expectThat(/STATUS:COMPLETED/.test(task) && /PERCENT-COMPLETE:100/.test(task), task);
  });
}
