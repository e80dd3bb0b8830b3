import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, stat, statfs } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type {
  BackupKind,
  BackupPart,
  BackupService,
  BackupTrouble,
  MadeIt,
  RestoredPart,
  RunningBackup,
} from "../storage/port/backup-service.ts";
import type { StorageTarget } from "../storage/sql/open.ts";
import { bytesOfFile, listBackups } from "./backup-file.ts";
import { expendable } from "./backup-names.ts";
import { BackupProblem } from "./backup-problem.ts";

export interface RunnerOptions {
  readonly folder: string;
  readonly secondFolder: string | null;
  readonly target: StorageTarget;
  /** Of the command line that makes it: the data folder, the database, recipients. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isEncrypted: boolean;
  readonly now: () => number;
  /** The command line's program; by default the one beside this code. */
  readonly program?: string;
}

/** Whoever works has precedence. */
const PRIORITY = 10;
/** Nobody works on a file for so long. */
const LEFT_OVER_MS = 86_400_000;

/**
 * Makes backups by the command line in a process of its own: neither its memory nor the long statements of the test are the server's, and
 * it can be ended at any moment.
 */
export class BackupRunner implements BackupService {
  readonly folder: string;
  readonly secondFolder: string | null;
  readonly isEncrypted: boolean;
  readonly #options: RunnerOptions;
  #running: RunningBackup | null = null;
  #child: ChildProcess | undefined;
  #isStopped = false;
  #restored: RestoredPart | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.folder = options.folder;
    this.secondFolder = options.secondFolder;
    this.isEncrypted = options.isEncrypted;
  }

  list = (): ReturnType<BackupService["list"]> => listBackups(this.folder);

  running = (): RunningBackup | null => this.#running;

  stop = (): void => {
    this.#isStopped = true;
    this.#child?.kill("SIGTERM");
  };

  run: BackupService["run"] = async (kind) => {
    if (this.#running !== null) return "running";
    this.#isStopped = false;
    this.#running = { startedAt: this.#options.now(), step: "copy", done: 0, all: 0 };
    try {
      await this.#clear();
      return (await this.#lackOfRoom()) ?? (await this.#spawn(kind));
    } catch (error) {
      if (error instanceof BackupProblem) return { code: error.code, detail: error.message };
      return { code: "failed", detail: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#running = null;
      this.#child = undefined;
      if (this.#isStopped) await this.#clear(0);
    }
  };

  restored = (): RestoredPart | null => this.#restored;

  read: BackupService["read"] = async (file) => {
    const found = (await listBackups(this.folder)).find((one) => one.file === file);
    return found && { size: found.bytes, bytes: () => bytesOfFile(found.path) };
  };

  restorePart: BackupService["restorePart"] = async (part, askedBy) => {
    if (this.#running !== null) return;
    this.#isStopped = false;
    this.#running = { startedAt: this.#options.now(), step: "open", done: 0, all: 0 };
    try {
      this.#restored = { ...part, ...(await this.#restore(part, askedBy)) };
    } finally {
      this.#running = null;
      this.#child = undefined;
      if (this.#isStopped) await this.#clear(0);
    }
  };

  async #restore(part: BackupPart, askedBy: string): Promise<Pick<RestoredPart, "calendars" | "problem">> {
    const path = (await listBackups(this.folder)).find(({ file }) => file === part.file)?.path;
    if (path === undefined) return refused("failed");
    if (part.file.endsWith(".age")) return refused("encrypted");
    const only = part.calendar === null ? `person=${part.owner}` : `calendar=${part.owner}/${part.calendar}`;
    const how = [...(part.isRehearsal ? ["--dry-run"] : []), ...(part.replaces ? ["--replace"] : [])];
    const words = ["restore", path, "--only", only, ...how, "--asked-by", askedBy, "--json", "--progress"];
    const answers: Partial<RestoredAnswer>[] = [];
    const { code, said } = await this.#run(words, (line) => {
      if (line["step"] === undefined) answers.push(line as Partial<RestoredAnswer>);
    });
    const answer = answers.at(-1);
    if (code === 0 && answer?.calendars) return { calendars: answer.calendars, problem: null };
    if (answer?.problem !== undefined) return refused(answer.problem);
    return this.#isStopped ? refused("stopped") : refused("failed", said.trim());
  }

  removeExpendable: BackupService["removeExpendable"] = async (keep) => {
    for (const folder of [this.folder, this.secondFolder])
      if (folder !== null)
        for (const { path } of expendable(await listBackups(folder), keep)) await rm(path, { force: true });
  };

  /** A backup must not fill the disk that the database is on: both it and its test have to fit. */
  async #lackOfRoom(): Promise<BackupTrouble | undefined> {
    const { target } = this.#options;
    const place = existsSync(this.folder) ? this.folder : join(this.folder, "..");
    const { bavail, bsize } = await statfs(place);
    const [last] = await listBackups(this.folder);
    const size = target.kind === "sqlite" ? (await stat(target.path)).size : (last?.bytes ?? 0);
    return bavail * bsize > size * 2.5
      ? undefined
      : {
          code: "no-room",
          detail: `There is not enough room in ${this.folder}: a backup and its test take about ${Math.ceil((size * 2.5) / 1e6)} MB.`,
        };
  }

  /** Removes what ended processes have left. */
  async #clear(olderThanMs = LEFT_OVER_MS): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (!/^snart-.*\.part$|^\.verifying-/.test(name)) continue;
      const path = join(this.folder, name);
      const age = this.#options.now() - (await stat(path).catch(() => ({ mtimeMs: Infinity }))).mtimeMs;
      if (age >= olderThanMs) await rm(path, { recursive: true, force: true });
    }
  }

  async #spawn(kind: BackupKind): Promise<BackupTrouble | "stopped" | MadeIt> {
    if (this.#isStopped) return "stopped";
    let told: Told = {};
    const words = ["backup", this.folder, "--as", kind, "--json", "--progress"];
    const { code, said } = await this.#run(words, (line) => {
      if (line["step"] === undefined) told = line;
    });
    const { problem, second } = told;
    if (code === 0) return { second: second && "code" in second ? second : null };
    if (this.#isStopped) return "stopped";
    return problem ?? { code: "failed", detail: said.trim() || `The backup ended with ${code}.` };
  }

  /** Runs a command in a process of its own. @param onLine gets each line of JSON that it prints */
  async #run(
    words: readonly string[],
    onLine: (line: Readonly<Record<string, unknown>>) => void = () => undefined,
  ): Promise<{ readonly code: number | null; readonly said: string }> {
    const env = { ...process.env, ...this.#options.env };
    const child = spawn(process.execPath, [this.#options.program ?? commandLine(), ...words], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    if (child.pid !== undefined) lower(child.pid);
    let said = "";
    let rest = "";
    child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-2_000)));
    child.stdout.on("data", (piece: Buffer) => {
      const lines = (rest + piece.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
        this.#hear(read);
        onLine(read);
      }
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code, said };
  }

  #hear({ step, done, all }: Partial<RunningBackup>): void {
    if (this.#running && step !== undefined && done !== undefined && all !== undefined)
      this.#running = { ...this.#running, step, done, all };
  }
}

/** What a backup says of itself to programs. */
interface Told {
  readonly problem?: BackupTrouble;
  readonly second?: BackupTrouble | { readonly path: string } | null;
}
type RestoredAnswer = Pick<RestoredPart, "calendars"> & {
  readonly problem: NonNullable<RestoredPart["problem"]>["code"];
};
const refused = (
  code: RestoredAnswer["problem"],
  detail = "",
): Pick<RestoredPart, "calendars" | "problem"> => ({ calendars: [], problem: { code, detail } });

/** Beside the built server, or among the sources. */
function commandLine(): string {
  const built = join(import.meta.dirname, "cli.js");
  return existsSync(built) ? built : join(import.meta.dirname, "..", "cli", "main.ts");
}

function lower(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // It is over already, or the system doesn't let us.
  }
}
