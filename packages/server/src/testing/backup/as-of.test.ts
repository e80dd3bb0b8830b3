import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { passingKey } from "../../backup/encryption.ts";
import { listLines } from "../../backup/log/line-names.ts";
import type { ServerProcess } from "../server-process.ts";
import { until } from "../until.ts";
import { everyRow } from "./filled-database.ts";
import { DavApp, icalendar, LivingPlace } from "./living-server.ts";

const event = (uid: string, title: string): string =>
  icalendar(uid, ["DTSTART:20261220T120000Z", `SUMMARY:${title}`, "X-KEPT;A=b:as it was"]);

/** From here on the log is begun anew, as `LineKeeper` does; bytes, as those of a page. */
const LONG_LOG = 4 * 1024 * 1024;
const PAGE = 4_096;

describe("a moment of a SQLite database", () => {
  let place: LivingPlace;
  let server: ServerProcess | undefined;
  let elin: DavApp;

  async function setUp(env: Readonly<Record<string, string>> = {}): Promise<void> {
    place = await LivingPlace.make("SQLite", { SNART_POINT_IN_TIME: "1", ...env });
    await place.person("elin");
    await start();
  }
  beforeEach(() => {
    server = undefined;
  });
  afterEach(async () => {
    await stop("SIGKILL");
    await place.drop();
  });

  async function start(): Promise<void> {
    server = await place.start();
    elin = new DavApp(server.url, "elin");
  }
  async function stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    server?.child.kill(signal);
    await server?.ended;
    server = undefined;
  }
  const folder = (): string => join(place.folder, "data", "backups");
  const lines = () => listLines(folder());
  /** Waits until everything up to now was copied. @returns a moment that has it */
  async function copied(): Promise<number> {
    const now = Date.now();
    const through = async (): Promise<number> => (await lines()).at(-1)?.through.at ?? 0;
    await until(async () => (await through()) > now);
    return await through();
  }
  const written = async (): Promise<Record<string, string>> => {
    const { names } = await elin.since("calendar", "");
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, `${await elin.text(`calendar/${name}`)}`])),
    );
  };
  /** What a restored place holds, by the last parts of addresses. */
  async function restored(at: number, ...more: string[]): Promise<Record<string, string>> {
    const data = join(place.folder, `restored-${at}`);
    const words = ["restore", folder(), "--as-of", new Date(at).toISOString(), ...more];
    const ran = await place.snart(words, "", { SNART_DATA: data });
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect((await place.snart(["doctor"], "", { SNART_DATA: data })).code).toBe(0);
    const target = { kind: "sqlite", path: join(data, "snart.sqlite") } as const;
    const objects = (await everyRow(target)).get("object") ?? [];
    const found = objects.map((row) => row.filter((value) => typeof value === "string"));
    rmSync(data, { recursive: true });
    return Object.fromEntries(
      found.map((row) => [row.find((it) => it.endsWith(".ics")), row.find((it) => it.startsWith("BEGIN:"))]),
    ) as Record<string, string>;
  }

  it(
    "holds what had been written by then, through kills and a log that is begun anew",
    { timeout: 240_000 },
    async () => {
      await setUp();
      const moments: (readonly [number, Record<string, string>])[] = [];
      const remember = async (): Promise<void> => void moments.push([await copied(), await written()]);
      for (let round = 0; round < 3; round++) {
        await elin.put(`calendar/${round}.ics`, event(`${round}`, `round ${round}`));
        await remember();
        await elin.put(`calendar/0.ics`, event("0", `changed in round ${round}`));
        if (round === 2) await elin.remove("calendar/1.ics");
        await remember();
        // More than four megabytes, so that the log is begun anew.
        if (round === 1) {
          for (let i = 0; i < 120; i++)
            await elin.put("calendar/long.ics", event("long", `${i} ${"x".repeat(100_000)}`));
          await remember();
          await elin.put("calendar/long.ics", event("long", "short"));
          await remember();
        }
        // A kill while the log is begun anew may rightly begin another line.
        await until(async () => ((await lines()).at(-1)?.through.frames ?? 0) * PAGE < LONG_LOG);
        // What was not copied yet is still in the log.
        await elin.put(`calendar/last-${round}.ics`, event(`last-${round}`, "just before the kill"));
        await stop("SIGKILL");
        await start();
      }
      const salts = (await lines())[0]?.pieces.map(
        ({ path }) => /"salt":\[(\d+)/.exec(readFileSync(path, "latin1"))?.[1],
      );
      expect(new Set(salts).size).toBeGreaterThan(1);
      expect(await lines()).toHaveLength(1);
      for (const [at, objects] of moments)
        expect(await restored(at), new Date(at).toISOString()).toEqual(objects);
      expect(new Set(moments.map(([, objects]) => JSON.stringify(objects))).size).toBe(moments.length);
    },
  );

  it("goes on after a clean stop, and says what was not copied", { timeout: 240_000 }, async () => {
    await setUp();
    await elin.put("calendar/a.ics", event("a", "before"));
    const first = await copied();
    await stop("SIGTERM");
    const end = (await lines())[0]?.through.at ?? 0;
    await place.person("nils");
    await start();
    await elin.put("calendar/b.ics", event("b", "after"));
    const second = await copied();
    expect(await lines()).toHaveLength(2);
    expect(Object.keys(await restored(first))).toEqual(["a.ics"]);
    expect(Object.keys(await restored(second)).toSorted()).toEqual(["a.ics", "b.ics"]);
    const refused = async (at: number | string): Promise<string> => {
      const words = ["restore", "--as-of", typeof at === "string" ? at : new Date(at).toISOString()];
      const data = join(place.folder, "refused");
      const ran = await place.snart(words, "", { SNART_DATA: data, SNART_BACKUPS: folder() });
      expect(ran.code).toBeGreaterThan(0);
      expect(existsSync(join(data, "snart.sqlite"))).toBe(false);
      return ran.err;
    };
    expect(await refused(end + 1)).toContain("Nothing was copied between");
    expect(await refused(first - 3_600_000)).toContain("is before the first moment that is there");
    expect(await refused(Date.now() + 3_600_000)).toContain("is after the last moment that is there");
    for (const wrong of ["2026-11-29T03:00:00", "yesterday", "2026-02-31T03:00:00Z", "2026-11-29"])
      expect(await refused(wrong)).toContain("--as-of takes a moment with its offset");
    expect((await place.snart(["restore", "--as-of", new Date(first).toISOString()])).err).toContain(
      "exists already",
    );
  });

  it("of which a piece is missing or damaged is refused", { timeout: 240_000 }, async () => {
    await setUp();
    for (let i = 0; i < 3; i++) {
      await elin.put(`calendar/${i}.ics`, event(`${i}`, `${i}`));
      await copied();
    }
    const at = await copied();
    await stop("SIGKILL");
    const pieces = (await lines())[0]?.pieces ?? [];
    expect(pieces.length).toBeGreaterThan(2);
    const second = pieces[1]?.path ?? "";
    const bytes = readFileSync(second);
    const words = ["restore", folder(), "--as-of", new Date(at).toISOString()];
    const tried = async (): Promise<string> =>
      (await place.snart(words, "", { SNART_DATA: join(place.folder, "other") })).err;
    for (const place of [10, 0.3, 0.6, 0.999]) {
      const changed = Buffer.from(bytes);
      const byte = place < 1 ? Math.floor(bytes.length * place) : place;
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      writeFileSync(second, changed);
      expect(await tried(), `byte ${byte}`).toContain("damaged or was cut off");
    }
    writeFileSync(second, bytes.subarray(0, -4_096));
    expect(await tried()).toContain("damaged or was cut off");
    rmSync(second);
    expect(await tried()).toContain("Piece 2 of");
    expect(readdirSync(join(place.folder, "other"))).toEqual([]);
    writeFileSync(second, bytes);
    expect(Object.keys(await restored(at))).toHaveLength(3);
  });

  it("is encrypted where backups are, and gives one person's things back", { timeout: 240_000 }, async () => {
    const { identity, recipient } = await passingKey();
    await setUp({ SNART_BACKUP_TO: recipient });
    writeFileSync(join(place.folder, "key.txt"), `${identity}\n`);
    await elin.put("calendar/a.ics", event("a", "Tvättstuga"));
    const at = await copied();
    await elin.remove("calendar/a.ics");
    await copied();
    const inside = (await lines())[0]?.folder ?? "";
    const files = readdirSync(inside).filter((name) => name !== "through.json");
    expect(files.every((name) => name.endsWith(".age"))).toBe(true);
    for (const name of files) expect(readFileSync(join(inside, name)).includes("Tvättstuga")).toBe(false);
    const asOf = ["restore", "--as-of", new Date(at).toISOString()];
    const only = [...asOf, "--only", "person=elin@example.com"];
    expect((await place.snart(only)).err).toContain("--identity");
    expect(await place.snart([...only, "--identity", "key.txt"])).toMatchObject({ code: 0, err: "" });
    expect(await elin.text("calendar/a.ics")).toBe(event("a", "Tvättstuga"));
    expect(await restored(at, "--identity", "key.txt")).toEqual({ "a.ics": event("a", "Tvättstuga") });
  });
});
