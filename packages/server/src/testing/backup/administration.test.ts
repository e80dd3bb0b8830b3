import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { mintActor } from "../../app/actor.ts";
import { addUser } from "../../app/accounts/add-user.ts";
import type { App } from "../../app/app.ts";
import { listAudit } from "../../app/audit.ts";
import { backupReport } from "../../app/backups/administer-backups.ts";
import { runBackup, runNightly } from "../../app/backups/run-backup.ts";
import { FIRST_SCHEDULE, lastDue, nextDue } from "../../app/backups/schedule.ts";
import { putObject } from "../../app/write/put-object.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { backupFileName, expendable, readBackupName, type BackupKind } from "../../backup/backup-names.ts";
import { loadConfig } from "../../config/load.ts";
import { backupDownload } from "../../feeds/backup-download.ts";
import { jmapHandlers } from "../../jmap/server.ts";
import { openApp, type OpenApp } from "../../open-app.ts";
import { backupsOf } from "../../backups-of.ts";
import { JmapClient } from "../jmap-client.ts";
import { builtProgram } from "../server-process.ts";
import { provedSession } from "../people/proved-session.ts";
import { until } from "../until.ts";
import { everyRow } from "./filled-database.ts";
import { icalendar } from "./living-server.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 29, 12);

describe("on a server", () => {
  let folder: string;
  let opened: OpenApp;
  let app: App;
  let now = START;
  let admin: JmapClient;
  let nils: JmapClient;
  /** The administrator, who has just proved who they are. */
  let proved: JmapClient;

  beforeEach(async () => {
    now = START;
    folder = mkdtempSync(join(tmpdir(), "snart-backups-"));
    const loaded = loadConfig({ env: { SNART_DATA: join(folder, "data") }, folder }, DEFAULT_LIMITS);
    if (!loaded.ok) throw new Error(loaded.problems.join());
    opened = await openApp(loaded.config, { now: () => now });
    app = { ...opened.app, backups: backupsOf(loaded.config, builtProgram("cli")) };
    const handlers = jmapHandlers(app, {
      publicUrl: "https://snart.test",
      report: (e) => expect.unreachable(String(e)),
    });
    const client = async (login: string, isAdmin: boolean): Promise<JmapClient> => {
      const person = { email: `${login}@example.com`, password: "lång nog för alla", displayName: login };
      const added = await addUser(app, { ...person, isAdmin, preferences: {} });
      if (!added.ok) throw new Error(added.problem.code);
      const actor = mintActor({ principalId: added.value.id, login, isAdmin, via: "session", proof: "" });
      return new JmapClient(handlers, actor);
    };
    [admin, nils] = [await client("admin", true), await client("nils", false)];
    const proof = await provedSession(app, admin.actor.principalId);
    proved = new JmapClient(handlers, mintActor({ ...admin.actor, proof }));
  });
  afterEach(async () => {
    app.backups?.stop();
    await until(() => app.backups?.running() === null);
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  const report = async (): Promise<ServerBackups> =>
    (await admin.call("Server/backups"))["backups"] as ServerBackups;
  const made = (): string[] => readdirSync(join(folder, "data", "backups")).toSorted();

  it(
    "an administrator makes one, and sees how it goes and that it was tested",
    { timeout: 240_000 },
    async () => {
      expect(await report()).toMatchObject({
        backups: [],
        running: null,
        missed: 0,
        schedule: FIRST_SCHEDULE,
      });
      await admin.call("Server/backUp");
      expect((await report()).running).toMatchObject({ step: "copy" });
      // A second wish while one is being made changes nothing.
      await admin.call("Server/backUp");
      await until(() => app.backups?.running() === null);
      const { backups, running, problem, folder: place, nextAt } = await report();
      expect({ running, problem, nextAt }).toEqual({
        running: null,
        problem: null,
        nextAt: "2026-11-30T03:00:00Z",
      });
      expect(place).toBe(join(folder, "data", "backups"));
      expect(backups).toMatchObject([{ kind: "manual", isTested: true, isEncrypted: false }]);
      expect(made()).toEqual(backups.map(({ file }) => file));
      expect((await listAudit(app, 10)).filter(({ action }) => action === "backup-begun")).toHaveLength(2);
    },
  );

  it("an administrator rehearses and restores what a person had", { timeout: 240_000 }, async () => {
    const owner = nils.actor.principalId;
    const [calendar] = await app.storage.read((tx) => tx.calendars.ofAccount(owner));
    if (!calendar) throw new Error("no calendar");
    const { id: calendarId } = calendar;
    const put = async (title: string): Promise<void> => {
      const text = icalendar("a", ["DTSTART:20261220T120000Z", `SUMMARY:${title}`]);
      const done = await putObject(app, nils.actor, calendar, "a.ics", text, {});
      expect(done.ok).toBe(true);
    };
    await put("as it was");
    await admin.call("Server/backUp");
    await until(() => app.backups?.running() === null);
    const [backup] = (await report()).backups;
    await put("by now");
    const asked = { file: backup?.file ?? "", owner, calendar: null, replaces: true };
    const tried = async (part: object): Promise<ServerBackups["part"]> => {
      await proved.call("Server/restorePart", part);
      await until(() => app.backups?.running() === null);
      return (await report()).part;
    };
    expect(await tried({ ...asked, isRehearsal: true })).toMatchObject({
      ...asked,
      problem: null,
      calendars: [{ events: 1, missing: 0, differing: 1 }],
    });
    const text = async (): Promise<string | undefined> =>
      (await app.storage.read((tx) => tx.objects.byUri(calendarId, "a.ics")))?.icalendar;
    expect(await text()).toContain("by now");
    expect(await admin.failing("Server/restorePart", { ...asked, isRehearsal: false })).toMatchObject({
      code: "proof-needed",
    });
    expect(await tried({ ...asked, isRehearsal: false })).toMatchObject({
      problem: null,
      isRehearsal: false,
    });
    expect(await text()).toContain("as it was");
    expect(await tried({ ...asked, owner: "nobody", isRehearsal: true })).toMatchObject({
      calendars: [],
      problem: { code: "not-in-backup" },
    });
    expect(await tried({ ...asked, file: "../../snart.sqlite", isRehearsal: true })).toMatchObject({
      problem: { code: "failed" },
    });
    const log = await listAudit(app, 50);
    const entries = log.filter(({ action }) => action === "part-restored");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: "part-restored", subject: owner, detail: { login: "admin" } });
  });

  it("a backup is downloaded after a proof, and by its name alone", { timeout: 240_000 }, async () => {
    await admin.call("Server/backUp");
    await until(() => app.backups?.running() === null);
    const file = made()[0] ?? "";
    const get = (client: JmapClient, name = file, method = "GET"): Promise<Response> =>
      backupDownload(app, client.actor, { file: name, method });
    expect((await get(nils)).status).toBe(403);
    expect((await get(admin)).status).toBe(403);
    expect((await get(admin, file, "HEAD")).status).toBe(403);
    expect((await get(proved, file, "HEAD")).status).toBe(200);
    expect((await get(proved, "../snart.sqlite")).status).toBe(404);
    const bytes = Buffer.from(await (await get(proved)).arrayBuffer());
    expect(bytes.equals(readFileSync(join(folder, "data", "backups", file)))).toBe(true);
    expect((await get(nils)).status).toBe(403);
    const downloads = (await listAudit(app, 10)).filter(({ action }) => action === "backup-downloaded");
    expect(downloads).toMatchObject([{ subject: file, detail: { login: "admin" } }]);
  });

  it("nobody else sees or changes anything of it", async () => {
    for (const [method, args] of [
      ["Server/backups", {}],
      ["Server/backUp", {}],
      ["Server/stopBackup", {}],
      ["Server/restorePart", { file: "a", owner: "b", calendar: null, replaces: false, isRehearsal: true }],
      ["Server/setBackups", { schedule: { isOn: false } }],
    ] as const)
      expect(await nils.failing(method, args), method).toMatchObject({ type: "forbidden" });
    expect((await report()).schedule.isOn).toBe(true);
    expect(app.backups?.running()).toBe(null);
    expect((await listAudit(app, 10)).map(({ action }) => action)).not.toContain("backup-begun");
  });

  it("the schedule is changed in part, and refused where it is none", async () => {
    await admin.call("Server/setBackups", {
      schedule: { time: "04:30", timeZone: "Europe/Stockholm", daily: 14 },
    });
    expect(await report()).toMatchObject({
      schedule: { ...FIRST_SCHEDULE, time: "04:30", timeZone: "Europe/Stockholm", daily: 14 },
      nextAt: "2026-11-30T03:30:00Z",
    });
    await admin.call("Server/setBackups", { schedule: { isOn: false } });
    expect((await report()).nextAt).toBe(null);
    for (const schedule of [
      { time: "24:00" },
      { time: "3" },
      { timeZone: "Mars" },
      { daily: -1 },
      { weekly: 1e9 },
      { x: 1 },
    ])
      expect(await admin.failing("Server/setBackups", { schedule }), JSON.stringify(schedule)).toMatchObject({
        type: "invalidArguments",
      });
    expect((await report()).schedule).toMatchObject({ time: "04:30", isOn: false });
  });

  it("one is made each night, by one process, and old ones go", { timeout: 240_000 }, async () => {
    expect(await runNightly(app)).toBe(false);
    expect(await runNightly(app)).toBe(false);
    mkdirSync(join(folder, "data", "backups"));
    const old = backupFileName({
      madeAt: START - 300 * DAY,
      kind: "nightly",
      isTested: true,
      isEncrypted: false,
    });
    const asked = backupFileName({
      madeAt: START - 300 * DAY,
      kind: "manual",
      isTested: true,
      isEncrypted: false,
    });
    await admin.call("Server/setBackups", { schedule: { daily: 1, weekly: 0, monthly: 0 } });
    for (const file of [old, asked, "other.txt"]) writeFileSync(join(folder, "data", "backups", file), "");
    now = START + DAY;
    const others = { ...app };
    expect((await Promise.all([runNightly(app), runNightly(others)])).filter(Boolean)).toHaveLength(1);
    expect(await runNightly(app)).toBe(false);
    expect(made()).toEqual(["other.txt", asked, expect.stringMatching(/-nightly\.tar$/)]);
    expect(await report()).toMatchObject({ missed: 0, problem: null });
  });

  it("says why none could be made, and mails administrators once", { timeout: 240_000 }, async () => {
    app = { ...app, outside: { domain: "snart.test", reaches: () => true } };
    await runNightly(app);
    const place = join(folder, "data", "backups");
    const mails = async (): Promise<unknown[]> => {
      const target = { kind: "sqlite", path: join(folder, "data", "snart.sqlite") } as const;
      const rows = (await everyRow(target)).get("outbox") ?? [];
      return rows
        .filter((row) => row.includes("mail"))
        .map((row) => row.find((it) => typeof it === "string" && it.startsWith("{")));
    };
    const nights = async (count: number): Promise<void> => {
      writeFileSync(place, "a file in the way");
      for (let night = 1; night <= count; night++) {
        now += DAY;
        expect(await runNightly(app)).toBe(true);
        const detail = expect.stringContaining("backups") as string;
        expect(await report()).toMatchObject({ missed: night, problem: { code: "not-writable", detail } });
      }
      rmSync(place);
    };
    await nights(2);
    expect(await mails()).toEqual([]);
    expect(await runBackup(app, "manual")).toBe(true);
    expect(await report()).toMatchObject({ missed: 0, problem: null });
    rmSync(place, { recursive: true });
    await nights(5);
    expect(await mails()).toEqual([expect.stringMatching(/admin@example\.com.*backed up for 3 nights/)]);
    expect(await runBackup(app, "manual")).toBe(true);
    rmSync(place, { recursive: true });
    await nights(3);
    expect(await mails()).toHaveLength(2);
  });

  it("each is copied to a second folder, which is told when it fails", { timeout: 240_000 }, async () => {
    const second = join(folder, "second");
    const env = { SNART_DATA: join(folder, "data"), SNART_BACKUPS_SECOND: second };
    const loaded = loadConfig({ env, folder }, DEFAULT_LIMITS);
    if (!loaded.ok) throw new Error(loaded.problems.join());
    const backups = backupsOf(loaded.config, builtProgram("cli"));
    app = { ...app, backups };
    expect(await runBackup(app, "manual")).toBe(true);
    const [file = ""] = made();
    expect(readFileSync(join(second, file)).equals(readFileSync(join(folder, "data", "backups", file)))).toBe(
      true,
    );
    expect(await backupReport(app, admin.actor)).toMatchObject({
      value: { second: { folder: second, problem: null }, problem: null },
    });
    rmSync(second, { recursive: true });
    writeFileSync(second, "a file in the way");
    expect(await runBackup(app, "nightly")).toBe(true);
    expect(made()).toHaveLength(2);
    expect(await backupReport(app, admin.actor)).toMatchObject({
      value: { second: { folder: second, problem: { code: "not-writable" } }, problem: null, missed: 0 },
    });
    expect(readFileSync(second, "utf8")).toBe("a file in the way");
  });

  it("one that is stopped leaves nothing", { timeout: 240_000 }, async () => {
    await admin.call("Server/backUp");
    await until(() => app.backups?.running() !== null);
    await admin.call("Server/stopBackup");
    await until(() => app.backups?.running() === null);
    expect(await report()).toMatchObject({ backups: [], problem: null, missed: 0 });
    expect(readdirSync(join(folder, "data"))).not.toContain("backups/");
  });
});

describe("the time of a backup", () => {
  const at = (text: string): number => Date.parse(text);
  const stockholm = { ...FIRST_SCHEDULE, time: "02:30", timeZone: "Europe/Stockholm" };
  it.each([
    ["2026-11-29T01:29:59Z", "2026-11-28T01:30:00Z", "2026-11-29T01:30:00Z"],
    ["2026-11-29T01:30:00Z", "2026-11-29T01:30:00Z", "2026-11-30T01:30:00Z"],
    // The clocks skip it: it is then by the offset of before.
    ["2026-03-29T12:00:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"],
    // They show it twice: once is enough.
    ["2026-10-25T01:00:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"],
  ])("at %s was %s and will be %s", (now, last, next) => {
    expect(new Date(lastDue(stockholm, at(now))).toISOString()).toBe(new Date(last).toISOString());
    expect(new Date(nextDue(stockholm, at(now)) ?? 0).toISOString()).toBe(new Date(next).toISOString());
  });
});

describe("what is kept", () => {
  const backup = (days: number, kind: BackupKind = "nightly", isTested = true) => {
    const name = { madeAt: START - days * DAY, kind, isTested, isEncrypted: false };
    const read = readBackupName(backupFileName(name));
    if (!read) throw new Error("no name");
    return read;
  };
  const left = (
    all: readonly ReturnType<typeof backup>[],
    keep: Parameters<typeof expendable>[1],
  ): number[] => {
    const gone = new Set(expendable(all, keep));
    return all.filter((one) => !gone.has(one)).map(({ madeAt }) => (START - madeAt) / DAY);
  };
  const year = Array.from({ length: 400 }, (_, days) => backup(days));

  it("is one for each of the last days, weeks and months", () => {
    expect(left(year, { daily: 7, weekly: 0, monthly: 0 })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // 29 November 2026 is a Sunday.
    expect(left(year, { daily: 0, weekly: 3, monthly: 0 })).toEqual([0, 7, 14]);
    expect(left(year, { daily: 0, weekly: 0, monthly: 3 })).toEqual([0, 29, 60]);
    expect(left(year, { daily: 7, weekly: 4, monthly: 12 })).toHaveLength(7 + 3 + 11);
  });
  it("is always what somebody asked for, and the newest that was tested", () => {
    const all = [backup(1, "nightly", false), backup(2), backup(3, "manual"), backup(4)];
    expect(left(all, { daily: 0, weekly: 0, monthly: 0 })).toEqual([2, 3]);
    expect(
      left(
        [1, 2, 3, 4].map((days) => backup(days, "upgrade")),
        { daily: 0, weekly: 0, monthly: 0 },
      ),
    ).toEqual([1, 2, 3]);
    expect(left([backup(0.1, "nightly", false), backup(0.2)], { daily: 1, weekly: 1, monthly: 1 })).toEqual([
      0.2,
    ]);
  });
  it("is never another file", () => {
    for (const name of [
      "snart.sqlite",
      "snart-2026-11-29T030000Z-nightly.tar.part",
      "snart-2026-13-29T030000Z-nightly.tar",
      "x",
    ])
      expect(readBackupName(name), name).toBe(undefined);
  });
});
