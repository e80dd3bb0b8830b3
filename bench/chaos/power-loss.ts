import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { basic } from "../../packages/server/src/testing/http-server.ts";
import { SoakServer } from "../soak/server.ts";

const LOGIN = "elin";
const PASSWORD = "bench-of-lost-power";
const HOME = `/dav/calendars/${LOGIN}/calendar/`;
const WRITERS = 4;
const WRITING_MS = 15_000;
/** What a disk writes at once: of more, any part may be there. */
const SECTOR = 512;

/** Rounds of a disk that forgets: it must be noticed, or nothing is looked for. */
const CONTROLS = 3;

/** What a client was told. `at`: how much had been recorded by then. */
interface Acknowledged {
  readonly name: string;
  readonly version: number;
  readonly at: number;
}

interface Outcome {
  readonly acknowledged: number;
  readonly losses: number;
  readonly wrong: readonly string[];
  /** in how many of its `controls` a disk that forgets what was synced was noticed */
  readonly noticed: number;
  readonly controls: number;
}

/**
 * Writes to a server whose writes to the disk are recorded, then makes from the record what a disk would have that lost its power at
 * random moments, starts the server on that and looks for all that had been acknowledged.
 * @returns undefined where there is no C compiler
 */
export async function lostPower(losses: number): Promise<Outcome | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "snart-power-"));
  try {
    const recorder = compiled(folder);
    if (recorder === undefined) return undefined;
    const before = join(folder, "before");
    const running = join(folder, "running");
    for (const one of [before, running]) mkdirSync(one);
    const log = join(folder, "log");
    const server = await SoakServer.prepare(running, undefined, {
      LD_PRELOAD: recorder,
      RECORD_WRITES_TO: log,
      RECORD_WRITES_OF: join(running, "snart.sqlite"),
    });
    const added = (await SoakServer.prepare(running, undefined)).command(
      ["user", "add", `${LOGIN}@example.com`, "--name", "Elin", "--password-stdin"],
      `${PASSWORD}\n`,
    );
    if (added.code !== 0) throw new Error(added.output);
    for (const name of readdirSync(running)) copyFileSync(join(running, name), join(before, name));
    writeFileSync(log, "");
    await server.start();
    const acknowledged = await written(server, log);
    await server.end("SIGKILL");
    const records = recordsIn(readFileSync(log));
    const place = { folder, before, records, acknowledged };
    const wrong: string[] = [];
    for (let round = 0; round < losses; round++) {
      const problems = await afterLoss(place, "all that was synced");
      wrong.push(...problems.map((line) => `loss ${String(round)}: ${line}`));
    }
    let noticed = 0;
    for (let round = 0; round < CONTROLS; round++)
      if ((await afterLoss(place, "nothing that was synced")).length > 0) noticed++;
    if (noticed === 0)
      wrong.push("a disk that forgets what was synced is not noticed: this row sees nothing");
    return { acknowledged: acknowledged.length, losses, wrong, noticed, controls: CONTROLS };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compiled(folder: string): string | undefined {
  const made = join(folder, "record-writes.so");
  const source = join(import.meta.dirname, "record-writes.c");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"]);
    return made;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

const textOf = (name: string, version: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:version ${String(version)}\r\nDESCRIPTION:${"abc ".repeat(version % 7 === 0 ? 3_000 : 50)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const authorization = basic(LOGIN, PASSWORD);

/** New objects, and each third time another version of one: until the time is over. */
async function written(server: SoakServer, log: string): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const until = Date.now() + WRITING_MS;
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; Date.now() < until; turn++) {
      const name = turn % 3 === 0 ? `${String(writer)}-again` : `${String(writer)}-${String(turn)}`;
      const response = await fetch(`${server.url}${HOME}${name}.ics`, {
        method: "PUT",
        headers: { authorization, "content-type": "text/calendar; charset=utf-8" },
        body: textOf(name, turn),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`PUT of ${name} answered ${String(response.status)}`);
      acknowledged.push({ name, version: turn, at: statSync(log).size });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await wait(200);
  return acknowledged;
}

interface DiskRecord {
  readonly operation: string;
  readonly name: string;
  readonly offset: number;
  readonly data: Buffer;
  /** where it ends in the log */
  readonly end: number;
}

const HEAD = 16;

function recordsIn(log: Buffer): readonly DiskRecord[] {
  const records: DiskRecord[] = [];
  for (let at = 0; at + HEAD <= log.length;) {
    const nameEnd = at + HEAD + log.readUInt8(at + 1);
    const end = nameEnd + log.readUInt32LE(at + 4);
    records.push({
      operation: log.toString("latin1", at, at + 1),
      name: log.toString("utf8", at + HEAD, nameEnd),
      offset: Number(log.readBigUInt64LE(at + 8)),
      data: log.subarray(nameEnd, end),
      end,
    });
    at = end;
  }
  return records;
}

interface Recorded {
  readonly folder: string;
  readonly before: string;
  readonly records: readonly DiskRecord[];
  readonly acknowledged: readonly Acknowledged[];
}

/** @returns what is wrong after a loss at a random moment of a disk that kept what it should, or did not */
async function afterLoss(
  { folder, before, records, acknowledged }: Recorded,
  kept: "all that was synced" | "nothing that was synced",
): Promise<readonly string[]> {
  const first = acknowledged[0]?.at ?? 0;
  const last = records.at(-1)?.end ?? 0;
  const moment = first + Math.random() * (last - first);
  const after = join(folder, "after");
  rmSync(after, { recursive: true, force: true });
  mkdirSync(after);
  for (const name of readdirSync(before)) copyFileSync(join(before, name), join(after, name));
  const done = records.filter(({ end }) => end <= moment);
  const files = filesAfter(before, done, kept === "all that was synced");
  for (const [name, bytes] of files) writeFileSync(join(after, `snart.sqlite${name}`), bytes);
  rmSync(join(after, "snart.sqlite-shm"), { force: true });
  const told = acknowledged.filter(({ at }) => at <= moment);
  return audit(after, told);
}

/** A file as it is on the disk. */
class DiskFile {
  #room: Buffer;
  #size: number;
  /** what is not yet known to be on the disk, in order */
  pending: DiskRecord[] = [];

  constructor(bytes: Buffer) {
    this.#room = bytes;
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  apply({ operation, offset, data }: Pick<DiskRecord, "operation" | "offset" | "data">): void {
    const size = operation === "T" ? offset : Math.max(this.#size, offset + data.length);
    if (size > this.#room.length) this.#room = Buffer.concat([this.bytes, Buffer.alloc(size)]);
    // What is cut off and made again is empty.
    if (size < this.#size) this.#room.fill(0, size, this.#size);
    this.#size = size;
    if (operation === "W") data.copy(this.#room, offset);
  }

  synced(): void {
    for (const one of this.pending.splice(0)) this.apply(one);
  }

  removed(): void {
    this.pending = [];
    this.apply({ operation: "T", offset: 0, data: Buffer.alloc(0) });
  }

  /** Any of what is pending may be there, and of each write any sectors. */
  lose(): void {
    const share = Math.random();
    for (const one of this.pending) {
      if (one.operation === "T" && Math.random() < share) this.apply(one);
      if (one.operation !== "W" || Math.random() >= share) continue;
      const isTorn = Math.random() < 0.3;
      for (let from = 0; from < one.data.length; from += SECTOR)
        if (!isTorn || Math.random() < 0.5)
          this.apply({ ...one, offset: one.offset + from, data: one.data.subarray(from, from + SECTOR) });
    }
    this.pending = [];
  }
}

/** What the files of a database are after a loss of power: what was synced, and by chance some of the rest. */
function filesAfter(
  before: string,
  records: readonly DiskRecord[],
  keepsSynced: boolean,
): ReadonlyMap<string, Buffer> {
  const files = new Map<string, DiskFile>();
  const fileOf = (name: string): DiskFile => {
    const known = files.get(name);
    if (known) return known;
    const isThere = readdirSync(before).includes(`snart.sqlite${name}`);
    const file = new DiskFile(isThere ? readFileSync(join(before, `snart.sqlite${name}`)) : Buffer.alloc(0));
    files.set(name, file);
    return file;
  };
  for (const one of records) {
    const file = fileOf(one.name);
    if (one.operation === "S" && keepsSynced) file.synced();
    else if (one.operation === "U") file.removed();
    else if (one.operation !== "S") file.pending.push(one);
  }
  for (const file of files.values()) file.lose();
  return new Map([...files].map(([name, { bytes }]) => [name, bytes]));
}

/** @returns a line for all that was acknowledged and is not there, and for what the doctor says */
async function audit(folder: string, told: readonly Acknowledged[]): Promise<readonly string[]> {
  const server = await SoakServer.prepare(folder, undefined);
  const wrong: string[] = [];
  try {
    await server.start();
    const versions = new Map<string, number>();
    for (const { name, version } of told) versions.set(name, Math.max(versions.get(name) ?? 0, version));
    for (const [name, version] of versions) {
      const response = await fetch(`${server.url}${HOME}${name}.ics`, { headers: { authorization } });
      const text = await response.text();
      const [, found = "-1"] = /^SUMMARY:version (\d+)/m.exec(text) ?? [];
      // A later version may have been on its way.
      if (Number(found) < version || text !== textOf(name, Number(found)))
        wrong.push(
          `${name}: version ${String(version)} was acknowledged, ${String(response.status)} ${found} is there`,
        );
    }
    if ((await server.end("SIGTERM")) !== 0) wrong.push("the server did not stop in good order");
    const doctor = server.command(["doctor"]);
    if (doctor.code !== 0) wrong.push(`doctor: ${doctor.output.slice(0, 500)}`);
  } catch (error) {
    wrong.push(`the server does not start or answer: ${String(error).slice(0, 500)}`);
  } finally {
    await server.end("SIGKILL");
  }
  return wrong;
}
