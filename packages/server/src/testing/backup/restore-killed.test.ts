import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isEmptyPlace } from "../../storage/sql/archive/open-archive.ts";
import { everyRow } from "./filled-database.ts";
import { builtProgram } from "../server-process.ts";
import { icalendar, LivingPlace } from "./living-server.ts";

const EVENTS = 600;

const file = (first: number, count: number): string => {
  const events = Array.from({ length: count }, (_, i) =>
    icalendar(`event-${first + i}`, ["DTSTART:20261220T120000Z", `SUMMARY:Number ${first + i}`]),
  );
  const inner = events.map((text) => text.split("\r\n").slice(3, -2).join("\r\n"));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...inner, "END:VCALENDAR", ""].join("\r\n");
};

describe.each(["SQLite", "PostgreSQL"] as const)("kill -9 while %s is restored", (kind) => {
  let place: LivingPlace;
  let other: LivingPlace;
  let backup: string;
  beforeEach(async () => {
    [place, other] = [await LivingPlace.make(kind), await LivingPlace.make(kind)];
    await place.person("elin");
    await fill(place, EVENTS);
    expect((await place.snart(["backup", "copies", "--no-verify"])).code).toBe(0);
    backup = join(place.folder, "copies", readdirSync(join(place.folder, "copies"))[0] ?? "");
  });
  afterEach(async () => {
    await place.drop();
    await other.drop();
  });

  async function fill(where: LivingPlace, count: number): Promise<void> {
    writeFileSync(join(where.folder, "a.ics"), file(0, count));
    const words = ["import", "a.ics", "--user", "elin@example.com", "--calendar", "Hemma"];
    expect((await where.snart(words)).code).toBe(0);
  }
  const objects = async (where: LivingPlace): Promise<number> =>
    (await everyRow(where.target)).get("object")?.length ?? 0;

  /** Runs a command in a process of its own, and kills it when it has begun to write. */
  async function killed(
    where: LivingPlace,
    words: readonly string[],
    stdin?: Uint8Array,
  ): Promise<ChildProcess> {
    const program = builtProgram("cli");
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [program, ...words, "--progress"], {
      env: { PATH, ...where.env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.on("error", () => undefined);
    // The rest never comes, so that it can't be over before it is killed.
    if (stdin) child.stdin.write(stdin.subarray(0, Math.floor(stdin.length * 0.9)));
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('"step":"restore"')) break;
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child;
  }

  it("leaves an empty place as it was, which a second try fills", { timeout: 240_000 }, async () => {
    const child = await killed(other, ["restore", "-"], readFileSync(backup));
    expect(child.signalCode).toBe("SIGKILL");
    if (other.target.kind === "sqlite") expect(existsSync(other.target.path)).toBe(false);
    expect(await isEmptyPlace(other.target)).toBe(true);
    expect(await other.snart(["restore", backup])).toMatchObject({ code: 0, err: "" });
    expect(await objects(other)).toBe(EVENTS);
    expect((await other.snart(["doctor"])).code).toBe(0);
  });

  it(
    "leaves a living server as it was, and a second try brings everything",
    { timeout: 240_000 },
    async () => {
      await other.person("elin");
      await fill(other, 10);
      const before = await everyRow(other.target);
      const only = ["restore", backup, "--only", "person=elin@example.com"];
      const child = await killed(other, only);
      expect(child.signalCode).toBe("SIGKILL");
      expect(await everyRow(other.target)).toEqual(before);
      expect((await other.snart(["doctor"])).code).toBe(0);
      expect(await other.snart(only)).toMatchObject({ code: 0, err: "" });
      expect(await objects(other)).toBe(EVENTS);
    },
  );
});
