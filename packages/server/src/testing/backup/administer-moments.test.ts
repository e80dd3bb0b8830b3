import type { RestoredPart, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addUser } from "../../app/accounts/add-user.ts";
import { mintActor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { listAudit } from "../../app/audit.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { putObject } from "../../app/write/put-object.ts";
import { LineKeeper } from "../../backup/log/keep-line.ts";
import { backupsOf } from "../../backups-of.ts";
import { loadConfig } from "../../config/load.ts";
import { jmapHandlers } from "../../jmap/server.ts";
import { openApp, type OpenApp, type ServerConfig } from "../../open-app.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import { JmapClient } from "../jmap-client.ts";
import { provedSession } from "../people/proved-session.ts";
import { builtProgram } from "../server-process.ts";
import { until } from "../until.ts";
import { icalendar } from "./living-server.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 29, 12);
const iso = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");

describe("moments and whole servers, on the page", () => {
  let folder: string;
  let opened: OpenApp;
  let app: App;
  let now = START;
  let keeper: LineKeeper;
  let calendar: Calendar;
  let nils: JmapClient;
  let admin: JmapClient;
  /** The administrator, who has just proved who they are. */
  let proved: JmapClient;

  const configOf = (env: Readonly<Record<string, string>>): ServerConfig => {
    const loaded = loadConfig({ env: { SNART_POINT_IN_TIME: "60", ...env }, folder }, DEFAULT_LIMITS);
    if (!loaded.ok) throw new Error(loaded.problems.join());
    return loaded.config;
  };

  async function setUp(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const config = configOf({ SNART_DATA: join(folder, "data"), ...env });
    opened = await openApp(config, { now: () => now });
    app = { ...opened.app, backups: backupsOf(config, builtProgram("cli")) };
    const report = (error: unknown): never => expect.unreachable(String(error));
    const handlers = jmapHandlers(app, { publicUrl: "https://snart.test", report });
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
    const [first] = await app.storage.read((tx) => tx.calendars.ofAccount(nils.actor.principalId));
    if (!first) throw new Error("no calendar");
    calendar = first;
    keeper = new LineKeeper({
      database: join(folder, "data", "snart.sqlite"),
      backups: config.backups ?? "",
      recipients: config.backupTo,
      everyMs: 0,
      now: () => now,
      betweenWrites: (work) => app.storage.betweenWrites(work),
    });
  }
  beforeEach(() => {
    now = START;
    folder = mkdtempSync(join(tmpdir(), "snart-moments-"));
  });
  afterEach(async () => {
    app.backups?.stop();
    await until(() => app.backups?.running() === null);
    await keeper.stop();
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  const report = async (): Promise<ServerBackups> =>
    (await admin.call("Server/backups"))["backups"] as ServerBackups;
  async function put(title: string): Promise<void> {
    const text = icalendar("a", ["DTSTART:20261220T120000Z", `SUMMARY:${title}`]);
    expect((await putObject(app, nils.actor, calendar, "a.ics", text, {})).ok).toBe(true);
  }
  /** A minute goes by, and what was written is copied. @returns the moment */
  async function minute(): Promise<string> {
    now += MINUTE;
    await keeper.copy();
    return iso(now);
  }
  const text = async (of: App = app): Promise<string | undefined> =>
    (await of.storage.read((tx) => tx.objects.byUri(calendar.id, "a.ics")))?.icalendar;
  async function tried(part: object): Promise<RestoredPart | null> {
    const rest = { owner: nils.actor.principalId, calendar: null, replaces: true, file: null };
    await proved.call("Server/restorePart", { ...rest, ...part });
    await until(() => app.backups?.running() === null);
    return (await report()).part;
  }

  it("no moment is offered that cannot be named in whole seconds", async () => {
    await setUp();
    now += 300;
    await keeper.copy();
    expect((await report()).moments).toEqual([]);
    now = START + 1_000;
    await keeper.copy();
    const at = iso(now);
    expect((await report()).moments).toEqual([{ from: at, through: at }]);
  });

  it("an administrator gives back what a person had at a moment", { timeout: 240_000 }, async () => {
    await setUp();
    await put("as it was");
    const from = await minute();
    await put("by now");
    const through = await minute();
    expect((await report()).moments).toEqual([{ from, through }]);
    expect(await tried({ asOf: from, isRehearsal: true })).toMatchObject({
      asOf: from,
      file: null,
      problem: null,
      calendars: [{ events: 1, missing: 0, differing: 1 }],
    });
    expect(await text()).toContain("by now");
    expect(await tried({ asOf: through, isRehearsal: true })).toMatchObject({
      calendars: [{ same: 1, differing: 0 }],
    });
    expect(await tried({ asOf: from, isRehearsal: false })).toMatchObject({ problem: null });
    expect(await text()).toContain("as it was");
    for (const asOf of [iso(START), iso(now + MINUTE)])
      expect(await tried({ asOf, isRehearsal: false })).toMatchObject({ problem: { code: "no-moment" } });
  });

  it("asks for one source, which is a moment or a backup", async () => {
    await setUp();
    const rest = { owner: "x", calendar: null, replaces: false, isRehearsal: true };
    for (const wrong of [
      {},
      { file: "a", asOf: iso(START) },
      { asOf: "yesterday" },
      { asOf: "" },
      { file: "" },
    ]) {
      const says = JSON.stringify(wrong);
      const refused = { type: "invalidArguments" };
      expect(await admin.failing("Server/restorePart", { ...rest, ...wrong }), says).toMatchObject(refused);
      expect(await proved.failing("Server/restoreWhole", wrong), says).toMatchObject(refused);
    }
  });

  it("says that moments are encrypted for a key that it hasn't got", { timeout: 240_000 }, async () => {
    await setUp({ SNART_BACKUP_TO: "age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg" });
    const asOf = await minute();
    expect(await tried({ asOf, isRehearsal: true })).toMatchObject({ problem: { code: "encrypted" } });
  });

  it(
    "a whole server is restored beside the one that lives, and starts from there",
    { timeout: 240_000 },
    async () => {
      await setUp();
      await put("as it was");
      const asOf = await minute();
      await put("by now");
      expect(await nils.failing("Server/restoreWhole", { asOf })).toMatchObject({ type: "forbidden" });
      expect(await admin.failing("Server/restoreWhole", { asOf })).toMatchObject({ code: "proof-needed" });
      expect((await report()).whole).toBe(null);
      const whole = async (source: object): Promise<ServerBackups["whole"]> => {
        await proved.call("Server/restoreWhole", source);
        expect((await report()).running).not.toBe(null);
        await until(() => app.backups?.running() === null);
        return (await report()).whole;
      };
      await proved.call("Server/backUp");
      await until(() => app.backups?.running() === null);
      const [backup] = (await report()).backups;
      const places: string[] = [];
      for (const [source, title] of [
        [{ asOf }, "as it was"],
        [{ file: backup?.file }, "by now"],
      ] as const) {
        now += MINUTE;
        const done = await whole(source);
        expect(done).toMatchObject({
          ...source,
          problem: null,
          former: { principals: 2, objects: 1, attachments: 0 },
          present: { principals: 2, objects: 1 },
        });
        const place = done?.folder ?? "";
        expect(place.startsWith(join(folder, "data", "restored-"))).toBe(true);
        places.push(place);
        const again = await openApp(configOf({ SNART_DATA: place }), { now: () => now });
        expect(await text(again.app)).toContain(title);
        await again.close();
      }
      expect(new Set(places).size).toBe(2);
      expect(await text()).toContain("by now");
      expect(await whole({ asOf: iso(now + MINUTE) })).toMatchObject({
        folder: null,
        problem: { code: "no-moment" },
      });
      expect(await whole({ file: "../snart.sqlite" })).toMatchObject({ problem: { code: "failed" } });
      const left = readdirSync(join(folder, "data")).filter((name) => name.startsWith("restored-"));
      expect(left).toHaveLength(2);
      expect(existsSync(join(folder, "data", "snart.sqlite"))).toBe(true);
      const log = (await listAudit(app, 50)).filter(({ action }) => action === "whole-restored");
      expect(log.map(({ subject }) => subject)).toContain(asOf);
      expect(log).toHaveLength(4);
    },
  );
});
