import { closeSync, createWriteStream, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { mkdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { HeldLog } from "../../storage/sql/dialects/held-log.ts";
import { bytesOfFile } from "../backup-file.ts";
import { BackupProblem } from "../backup-problem.ts";
import { encrypted } from "../encryption.ts";
import { syncPath } from "../restore-place.ts";
import {
  baseName,
  LINES,
  listLines,
  pieceName,
  stampOf,
  THROUGH,
  type Line,
  type Through,
} from "./line-names.ts";
import { pieceBytes } from "./piece.ts";
import {
  frameSize,
  LOG_HEADER,
  readLogHeader,
  wholeFrames,
  type Checksum,
  type LogHeader,
} from "./wal-format.ts";

export interface LineOptions {
  /** The file of the database, which is open. */
  readonly database: string;
  /** The folder of the backups. */
  readonly backups: string;
  /** Of age; none: nothing is encrypted. */
  readonly recipients: readonly string[];
  /** Pause between two pieces. */
  readonly everyMs: number;
  readonly now: () => number;
  /** `Storage.betweenWrites` of the storage that writes to the database. */
  readonly betweenWrites: <T>(work: () => T) => Promise<T>;
}

/** How often another process may keep the log from being held, and the pause after each time. */
const TRIES = 20;
const PAUSE_MS = 100;
/** From here on the log is written into the database and begun anew: what SQLite takes by itself, too. */
const LONG_LOG = 4 * 1024 * 1024;
/** A log that could not be begun anew for so long is let go, whatever is missed then. */
const LONGEST_LOG = 512 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** A line that is being written. */
interface OpenLine {
  readonly folder: string;
  readonly from: number;
  piece: number;
  /** Where the next piece begins. */
  log: LogHeader;
  frames: number;
  checksum: Checksum;
}

/** Something of the log was not copied: the line ends, and another one begins. */
class Gap extends Error {}

/**
 * Copies what is written to the log of a SQLite database, piece by piece, beside a copy of the database of each day. It alone begins the log
 * anew (`HeldLog`), so that nothing is missed; where it can't be sure of that (after a clean stop, or if others did), it begins a new line.
 */
export class LineKeeper {
  readonly #options: LineOptions;
  #held: HeldLog | undefined;
  #line: OpenLine | undefined;
  #copiedAt = -Infinity;
  /** Much was written since the last time. */
  #isBusy = false;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Copies if the pause is over, or so much is written that the log would become very long. */
  async copyIfDue(): Promise<void> {
    const { now, everyMs } = this.#options;
    if (!this.#isBusy && now() - this.#copiedAt < everyMs) return;
    this.#copiedAt = now();
    await this.copy();
  }

  /**
   * Copies what has been written since the last time.
   * @throws if it can't; then the log is let go, and the next time goes on with the line if nothing was missed
   */
  async copy(): Promise<void> {
    try {
      await this.#copy();
    } catch (error) {
      this.#letGo();
      if (error instanceof Gap) return await this.copy();
      throw error;
    }
  }

  /** Copies for the last time. */
  async stop(): Promise<void> {
    try {
      if (this.#held) await this.#copy();
    } finally {
      this.#letGo();
    }
  }

  /** Removes lines that ended more than so many days ago. */
  async removeOld(days: number): Promise<void> {
    const before = this.#options.now() - days * DAY_MS;
    for (const { folder, through } of await listLines(this.#options.backups))
      if (through.at < before && folder !== this.#line?.folder)
        await rm(folder, { recursive: true, force: true });
  }

  #letGo(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#line = undefined;
  }

  async #copy(): Promise<void> {
    const { now } = this.#options;
    if (!this.#held) {
      this.#held = new HeldLog(this.#options.database);
      await this.#hold(this.#held);
      this.#line = await this.#resumed();
    }
    if (!this.#line || now() - this.#line.from >= DAY_MS) this.#line = await this.#begin(this.#held);
    else await this.#copyPiece(this.#line);
    await this.#beginLogAnew(this.#held, this.#line);
  }

  async #hold(held: HeldLog): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (await this.#options.betweenWrites(() => held.hold())) return;
      await delay(PAUSE_MS);
    }
    throw new BackupProblem("Another process writes to the database for too long.");
  }

  /** The last line, if the log still has what it had where the line ends. */
  async #resumed(): Promise<OpenLine | undefined> {
    const last: Line | undefined = (await listLines(this.#options.backups)).at(-1);
    const log = readLogHeader(this.#read(0, LOG_HEADER));
    if (!last || !log) return undefined;
    const { salt, frames, checksum, piece } = last.through;
    if (salt[0] !== log.salt[0] || salt[1] !== log.salt[1]) return undefined;
    const size = frameSize(log);
    const end = frames === 0 ? undefined : this.#read(LOG_HEADER + (frames - 1) * size + 16, 8);
    const found = end ? ([end.readUInt32BE(0), end.readUInt32BE(4)] as const) : log.checksum;
    if (found[0] !== checksum[0] || found[1] !== checksum[1]) return undefined;
    for (const { number, path } of last.pieces) if (number > piece) await rm(path);
    return { folder: last.folder, from: last.from, piece, log, frames, checksum };
  }

  async #begin(held: HeldLog): Promise<OpenLine> {
    const { backups, recipients, database, now } = this.#options;
    await this.#checkRoom();
    const from = now();
    const folder = join(backups, LINES, stampOf(from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const plain = join(folder, "copying");
      await writeFile(plain, "", { mode: 0o600 });
      await held.copyTo(plain);
      await this.#write(folder, baseName(recipients.length > 0), bytesOfFile(plain));
      await rm(plain, { force: true });
      const log = readLogHeader(this.#read(0, LOG_HEADER));
      if (!log) throw new Error(`${database}-wal is no log`);
      const line = { folder, from, piece: 0, log, frames: 0, checksum: log.checksum };
      await this.#copyPiece(line);
      return line;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #checkRoom(): Promise<void> {
    const { backups, database } = this.#options;
    const { size } = await stat(database);
    await mkdir(backups, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(backups);
    if (bavail * bsize < size * 2.5) throw new BackupProblem(`There is not enough room in ${backups}.`);
  }

  async #copyPiece(line: OpenLine): Promise<void> {
    const at = this.#options.now();
    const log = readLogHeader(this.#read(0, LOG_HEADER));
    if (log?.salt[0] !== line.log.salt[0] || log?.salt[1] !== line.log.salt[1]) throw new Gap();
    await this.#writePiece(line, this.#rest(line), at);
  }

  #rest({ log, frames }: OpenLine): Buffer {
    return this.#read(LOG_HEADER + frames * frameSize(log));
  }

  /** @param bytes of the log from where the line ends; only whole transactions are taken */
  async #writePiece(line: OpenLine, bytes: Buffer, at: number): Promise<void> {
    const { recipients } = this.#options;
    const { log, checksum: before, frames } = line;
    const whole = wholeFrames(bytes, log, before);
    this.#isBusy = whole.bytes > LONG_LOG;
    if (whole.bytes > 0 || line.piece === 0) {
      const content = pieceBytes({ log, before, isBeginning: frames === 0 }, bytes.subarray(0, whole.bytes));
      const name = pieceName(line.piece + 1, at, recipients.length > 0);
      await this.#write(line.folder, name, once(content));
      line.piece += 1;
      line.frames += whole.frames.length;
      line.checksum = whole.checksum;
    }
    await this.#writeThrough(line, at);
  }

  async #writeThrough({ folder, piece, log, frames, checksum }: OpenLine, at: number): Promise<void> {
    const through: Through = { at, piece, salt: [...log.salt], frames, checksum: [...checksum] };
    const path = join(folder, THROUGH);
    await writeFile(`${path}.part`, JSON.stringify(through), { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    await syncPath(folder);
  }

  async #beginLogAnew(held: HeldLog, line: OpenLine): Promise<void> {
    const length = line.frames * frameSize(line.log);
    if (length < LONG_LOG) return;
    const { now, betweenWrites } = this.#options;
    const { outcome, rest, log, at } = await betweenWrites(() => {
      let taken: Buffer = Buffer.alloc(0);
      const begun = held.beginAnew(() => (taken = this.#rest(line)));
      return { outcome: begun, rest: taken, log: readLogHeader(this.#read(0, LOG_HEADER)), at: now() };
    });
    // Whoever was just reading all of it kept it from being begun anew, and it is held as before.
    const isSame = log?.salt[0] === line.log.salt[0] && log.salt[1] === line.log.salt[1];
    if (outcome === "later" || (outcome === "done" && isSame)) {
      if (length > LONGEST_LOG)
        throw new BackupProblem("Somebody has been reading the database for too long.");
      return;
    }
    await this.#writePiece(line, rest, at);
    if (outcome === "lost" || log?.salt[0] !== (line.log.salt[0] + 1) >>> 0) throw new Gap();
    Object.assign(line, { log, frames: 0, checksum: log.checksum });
    await this.#writeThrough(line, at);
  }

  /** Bytes of the log. Its own file may be opened beside SQLite: locks are on others. */
  #read(from: number, length?: number): Buffer {
    const path = `${this.#options.database}-wal`;
    if (!existsSync(path)) return Buffer.alloc(0);
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(length ?? Math.max(0, fstatSync(file).size - from));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  }

  /** Under a temporary name until all of it is on disk. */
  async #write(folder: string, name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const part = join(folder, `${name}.part`);
    const bytes = await encrypted(source, this.#options.recipients);
    await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, join(folder, name));
    await syncPath(folder);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
