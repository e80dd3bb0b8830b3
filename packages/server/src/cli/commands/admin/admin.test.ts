import { expect, it } from "vitest";
import { keepState } from "../../../app/backups/backup-settings.ts";
import { rememberRelease } from "../../../app/health/releases.ts";
import { beginSession } from "../../../app/sign-in/sessions.ts";
import { VERSION } from "../../../version.ts";
import { eachWithCommandLine } from "../../../testing/cli/command-line.ts";

const { snart, json, inApp } = eachWithCommandLine();
const LOG = /\tgroup-|\thousehold-|\tserver-|\tsession-|\tuser-|\taccount-/;

it("makes groups, changes who is in them, deletes them and brings them back", async () => {
  expect(await json("group", "add", "The board", "--manager", "elin")).toMatchObject({
    name: "The board",
    members: [{ login: "elin", isManager: true }],
    calendars: 1,
  });
  await json("group", "join", "the board", "nils@example.com");
  const { members } = await json("group", "join", "The board", "nils", "--manager");
  expect(members).toMatchObject([{ login: "elin" }, { login: "nils", isManager: true }]);
  expect((await json("group", "leave", "The board", "elin")).members).toMatchObject([{ login: "nils" }]);
  expect(await json("group", "rename", "The board", "--name", "Board")).toMatchObject({ name: "Board" });
  expect(await json("group", "delete", "Board")).toMatchObject({ status: "deleted" });
  expect(await json("group", "restore", "Board")).toMatchObject({ status: "active" });
  expect((await snart("group", "list")).out).toMatch(
    /^[\w-]+\tBoard\tactive\t1 members\t1 calendars\tnils\*\n$/,
  );
  expect(await snart("group", "rename", "nobody", "--name", "x")).toEqual({
    code: 1,
    out: "",
    err: "There is no group nobody.\n",
  });
  const log: string = (await snart("audit")).out;
  for (const line of log.split("\n").filter((one) => LOG.test(one))) expect(line).toMatch(/Z\t-\t/);
});

it("makes households, with people, tags, a letter and a PIN, and removes them", async () => {
  expect(await json("household", "add", "1102", "--name", "Berg")).toMatchObject({
    label: "1102",
    people: [],
  });
  const changed = [
    "household",
    "change",
    "1102",
    "--add-person",
    "nils@example.com",
    "--add-tag",
    "0A1B2C3D",
  ];
  expect(await json(...changed)).toMatchObject({
    people: [{ login: "nils" }],
    tags: [{ number: "0A1B2C3D", isBlocked: false }],
    hasPin: false,
  });
  expect((await json("household", "pin", "1102")).pin).toMatch(/^\d{4,}$/);
  expect((await json("household", "letter", "1102"))[0].url).toMatch(
    /^http:\/\/localhost\/kalender\/h\/[\w-]+$/,
  );
  expect(await json("household", "list")).toMatchObject([{ hasPin: true }]);
  expect(await snart("household", "change", "1102")).toMatchObject({ code: 2, out: "" });
  expect((await snart("group", "delete", "1102")).code).toBe(1);
  await json("household", "delete", "1102");
  expect(await json("household", "list")).toEqual([]);
});

it("reads and sets what administrators set, and refuses what is no value", async () => {
  expect(await json("setting", "get", "visible-to")).toEqual({ name: "visible-to", value: "everybody" });
  expect(await json("setting", "set", "visible-to", "nobody")).toMatchObject({ value: "nobody" });
  expect(await json("setting", "set", "backup-time", "04:30")).toMatchObject({ value: "04:30" });
  expect(await json("setting", "set", "backup-daily", "14")).toMatchObject({ value: "14" });
  expect(await json("setting", "set", "backup-nightly", "no")).toMatchObject({ value: "no" });
  const before = await json("setting", "list");
  for (const [name, value] of [
    ["visible-to", "cats"],
    ["backup-time", "25:00"],
    ["backup-zone", "Mars"],
    ["backup-daily", "367"],
    ["backup-daily", "-1"],
    ["backup-nightly", "maybe"],
    ["no-such", "x"],
  ] as const)
    expect([name, (await snart("setting", "set", name, value)).code]).toEqual([
      name,
      name === "backup-daily" && value === "-1" ? 2 : 1,
    ]);
  expect(await json("setting", "list")).toEqual(before);
});

it("changes addresses, and gives a former one up", async () => {
  expect(await json("user", "address", "nils", "nils@new.example")).toMatchObject({
    email: "nils@new.example",
  });
  expect((await snart("user", "forget-address", "nils", "nils@else.example")).code).toBe(1);
  await json("user", "forget-address", "nils", "NILS@example.com");
  expect((await snart("user", "forget-address", "nils", "nils@example.com")).code).toBe(1);
});

it("ends one session, and then all", async () => {
  await inApp(async (app) => {
    const nils = await app.storage.read((tx) => tx.principals.byLogin("nils"));
    if (!nils) throw new Error("nobody");
    for (const browser of ["Firefox", "Safari", "Chrome"]) await beginSession(app, nils, browser);
  });
  const sessions: { id: string; browser: string }[] = await json("session", "list", "nils");
  expect(sessions.map(({ browser }) => browser).toSorted()).toEqual(["Chrome", "Firefox", "Safari"]);
  const safari = sessions.find(({ browser }) => browser === "Safari");
  expect(await json("session", "end", "nils", `--id=${safari?.id ?? ""}`)).toMatchObject([
    { browser: "Safari" },
  ]);
  expect((await snart("session", "end", "nils")).code).toBe(2);
  expect((await snart("session", "end", "nils", `--id=${safari?.id ?? ""}`)).code).toBe(1);
  expect(await json("session", "end", "nils", "--all")).toHaveLength(2);
  expect(await json("session", "list", "nils")).toEqual([]);
});

it("lists background work, and lets what was given up be tried again", async () => {
  const job = { kind: "import", payload: null, runAt: 1_000, progress: null } as const;
  await inApp((app) =>
    app.storage.write(async (tx) => {
      await tx.queues.schedule({ ...job, id: "dead", state: "dead", attempts: 5, lastError: "No file." });
      await tx.queues.schedule({ ...job, id: "done", state: "done", attempts: 1, lastError: null });
    }),
  );
  expect(await json("job", "list")).toMatchObject([{ id: "done" }, { id: "dead", lastError: "No file." }]);
  const sick = await snart("health");
  expect([sick.code, sick.out]).toEqual([
    1,
    expect.stringMatching(/^bad\tBackground work\tA background job.*snart job retry/m),
  ]);
  expect(await json("job", "retry", "dead")).toMatchObject({ state: "queued", attempts: 0 });
  expect((await snart("job", "retry", "done")).code).toBe(1);
  expect((await snart("job", "retry", "none")).code).toBe(1);
  const well = await snart("health");
  expect([well.code, well.out]).toEqual([0, expect.stringMatching(/^well\tDatabase\tSQLite, /m)]);
  expect((await json("health")).checks).toContainEqual(
    expect.objectContaining({ thing: "version", state: "well" }),
  );
});

it("has nothing to list where nothing is, and makes a token that differs each time", async () => {
  for (const words of [["link", "list", "nils"], ["bookable", "list"], ["mail", "list"], ["mail-log"]])
    expect(await json(...words)).toEqual([]);
  expect(await json("mail", "retry", "--all")).toEqual({ count: 0 });
  expect((await snart("mail", "give-up")).code).toBe(2);
  expect((await snart("link", "remove", "nils", "none")).err).toBe("There is no such link.\n");
  expect((await snart("bookable", "delete", "none")).code).toBe(1);
  const [one, other] = [await snart("metrics", "token"), await snart("metrics", "token")];
  expect(one.out).toMatch(/^SNART_METRICS_TOKEN=[\w-]{43}\n$/);
  expect(other.out).not.toBe(one.out);
});

it("says what each version brought", async () => {
  await inApp((app) => rememberRelease(app, "0.0.9"));
  await inApp((app) => rememberRelease(app, VERSION));
  const { version, from, notes } = await json("release-notes");
  expect([version, from]).toEqual([VERSION, "0.0.9"]);
  expect(notes).toMatchObject([{ version: VERSION }]);
  const { out } = await snart("release-notes", "--all");
  expect(out).toMatch(new RegExp(`^Snart ${VERSION}\\n {2}\\p{Lu}`, "u"));
});

it("says by a code and in words why there was no backup", async () => {
  const problem = { code: "no-room", detail: "There is no room left in /backups." } as const;
  const state = { triedAt: 1, problem, second: null, isWarned: false, missed: 2 };
  await inApp((app) => app.storage.write((tx) => keepState(tx, state)));
  const { out } = await snart("health", "--json");
  const { checks } = JSON.parse(out) as { checks: { thing: string; figures: object }[] };
  expect(checks.find(({ thing }) => thing === "backups")).toMatchObject({
    state: "soon",
    figures: { count: 2, problem: "no-room" },
  });
  expect((await snart("health")).out).toContain("\tThere is not enough room on the disk.\n");
});
