import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listCalendars } from "../../../app/calendars/list-calendars.ts";
import { publicLinkOf } from "../../../app/feeds/public-feed.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithCommandLine } from "../../../testing/cli/command-line.ts";
import { actorOfUser } from "../../actor-of-user.ts";

const commandLine = eachWithCommandLine();
const { snart, json, inApp } = commandLine;

it("makes things that can be booked by rules in a file, changes them and prints their rules", async () => {
  await json("group", "add", "The board", "--manager", "elin");
  const file = join(commandLine.folder(), "rules.json");
  writeFileSync(file, JSON.stringify(LAUNDRY));
  const added = await json("bookable", "add", "Laundry", "--managers", "the board", "--rules", file);
  expect(added).toMatchObject({ name: "Laundry", type: "RESOURCE", isOpen: true, rulesVersion: 1 });
  expect(await json("bookable", "list")).toEqual([added]);
  const printed = await snart("bookable", "rules", "laundry");
  expect(JSON.parse(printed.out)).toMatchObject(LAUNDRY);
  // What is printed is taken again.
  writeFileSync(file, printed.out.replace('"max": 2', '"max": 3'));
  const changed = ["bookable", "change", "Laundry", "--rules", file, "--place", "Cellar", "--capacity", "2"];
  expect(await json(...changed)).toMatchObject({
    rulesVersion: 2,
    place: "Cellar",
    capacity: 2,
    name: "Laundry",
  });
  expect(await json("bookable", "rules", "Laundry")).toMatchObject({
    version: 2,
    rules: { limits: [{ max: 3 }] },
  });
  const equipped = await json("bookable", "change", "Laundry", "--equipment", "dryer, Mangle,, dryer");
  expect(equipped).toMatchObject({ equipment: ["dryer", "Mangle"], rulesVersion: 2 });
  expect(await json("bookable", "change", "Laundry", "--name", "Wash")).toMatchObject({
    name: "Wash",
    place: "Cellar",
    equipment: ["dryer", "Mangle"],
  });
  expect(await json("bookable", "change", "Wash", "--equipment", "")).toMatchObject({ equipment: [] });
  expect((await snart("bookable", "change", "Wash", "--equipment", "x".repeat(41))).code).toBe(1);

  writeFileSync(file, JSON.stringify({ ...LAUNDRY, cellMinutes: 7 }));
  const refused = await snart("bookable", "change", "Wash", "--rules", file);
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/cellMinutes/)]);
  writeFileSync(file, "{");
  expect((await snart("bookable", "change", "Wash", "--rules", file)).err).toMatch(/is no JSON\.\n$/);
  expect(
    (await snart("bookable", "change", "Wash", "--rules", join(commandLine.folder(), "none"))).code,
  ).toBe(1);
  expect((await snart("bookable", "change", "Wash")).code).toBe(2);
  expect((await snart("bookable", "add", "Room", "--managers", "nobody", "--rules", file)).code).toBe(1);
  expect((await snart("bookable", "add", "Room", "--managers", "The board")).code).toBe(2);
  expect((await json("bookable", "rules", "Wash")).version).toBe(2);
});

it("makes links that open, changes them so that they do not, and gives them back", async () => {
  const [calendar = { name: "" }] = await inApp(async (app) => {
    const nils = await actorOfUser(app, "nils");
    const grants = await listCalendars(app, nils, nils.principalId);
    return grants.ok ? grants.value.map((grant) => grant.calendar) : [];
  });
  const until = "2027-12-24T18:00Z";
  const made = await json(
    "link",
    "add",
    "nils",
    "--calendar",
    calendar.name,
    "--name",
    "The club",
    "--until",
    until,
  );
  expect(made).toMatchObject({
    kind: "calendar",
    name: "The club",
    isRevoked: false,
    endsAt: "2027-12-24T18:00:00.000Z",
  });
  const [, token = ""] = /^http:\/\/localhost\/kalender\/c\/([\w-]{32})$/.exec(made.url) ?? [];
  const opens = (): Promise<boolean> => inApp(async (app) => (await publicLinkOf(app, token)).ok);
  expect(await opens()).toBe(true);
  expect(await json("link", "list", "nils")).toMatchObject([{ id: made.id, name: "The club" }]);
  expect(JSON.stringify(await json("link", "list", "nils"))).not.toContain(token);
  await json("link", "change", "nils", made.id, "--opens", "no", "--name", "Nobody", "--until", "never");
  expect(await opens()).toBe(false);
  expect(await json("link", "list", "nils")).toMatchObject([
    { name: "Nobody", isRevoked: true, endsAt: null },
  ]);
  await json("link", "change", "nils", made.id, "--opens", "yes");
  expect(await opens()).toBe(true);
  for (const words of [
    ["link", "add", "nils", "--name", "x"],
    ["link", "add", "nils", "--calendar", "a", "--page", "b", "--name", "x"],
    ["link", "add", "nils", "--calendar", calendar.name],
    ["link", "add", "nils", "--calendar", calendar.name, "--name", "x", "--until", "tomorrow"],
    ["link", "change", "nils", made.id],
    ["link", "change", "nils", made.id, "--opens", "perhaps"],
  ])
    expect((await snart(...words)).code, words.join(" ")).toBe(2);
  expect((await snart("link", "add", "nils", "--calendar", "None", "--name", "x")).code).toBe(1);
  expect((await snart("link", "change", "elin", made.id, "--opens", "no")).err).toBe(
    "There is no such link.\n",
  );
  expect(await opens()).toBe(true);
  await json("link", "remove", "nils", made.id);
  expect(await opens()).toBe(false);
});

it("does by name what a server does by itself", async () => {
  await inApp((app) =>
    app.storage.write((tx) =>
      tx.queues.schedule({
        id: "import-of-nobody",
        kind: "none of these",
        payload: null,
        state: "queued",
        runAt: 0,
        attempts: 0,
        lastError: null,
        progress: null,
      }),
    ),
  );
  const failed = await snart("job", "run", "jobs", "--json");
  expect([failed.code, JSON.parse(failed.out)]).toEqual([1, { name: "jobs", failures: 1 }]);
  expect(failed.err).toBe("nothing runs jobs of the kind none of these\n");
  expect((await json("job", "list"))[0]).toMatchObject({ state: "retrying", attempts: 1 });
  for (const name of ["messages", "reminders", "feeds", "bookings", "search", "clean-up"])
    expect(await json("job", "run", name)).toEqual({ name, failures: 0 });
  expect((await snart("job", "run", "toString")).err).toMatch(
    /^There is no work called toString\. There are: jobs, /,
  );
  expect((await snart("job", "run")).code).toBe(2);
  expect((await snart("audit")).out).toMatch(/server-changed\tjobs\t.*run clean-up/);
});
