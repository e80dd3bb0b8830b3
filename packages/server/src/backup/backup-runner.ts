import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type {
  BackupKind,
  BackupService,
  BackupTrouble,
  MadeIt,
  RestoredPart,
  RestoredWhole,
  RunningBackup,
} from "../storage/port/backup-service.ts";
import type { StorageTarget } from "../storage/sql/open.ts";
import { bytesOfFile, listBackups } from "./backup-file.ts";
import { expendable } from "./backup-names.ts";
import { BackupProblem } from "./backup-problem.ts";
import { runCommand, type CommandEnd } from "./command-process.ts";
import { listLines, stampOf } from "./log/line-names.ts";
import { restorePartBy, restoreWholeBy, type RestoreFrom } from "./restore-by-command.ts";

export interface RunnerOptions {
  readonly folder: string;
  readonly secondFolder: string | null;
  /** Of the server: what is restored whole is put into a folder inside it. */
  readonly data: string;
  readonly target: StorageTarget;
  /** Of the command line that makes it: the data folder, the database, recipients. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isEncrypted: boolean;
  readonly now: () => number;
  /** The command line's program; by default the one beside this code. */
  readonly program?: string;
}

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
  readonly database: "sqlite" | "postgres";
  readonly #options: RunnerOptions;
  #running: RunningBackup | null = null;
  #child: ChildProcess | undefined;
  #isStopped = false;
  #restored: RestoredPart | null = null;
  #whole: RestoredWhole | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.folder = options.folder;
    this.secondFolder = options.secondFolder;
    this.isEncrypted = options.isEncrypted;
    this.database = options.target.kind;
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

  restoredWhole = (): RestoredWhole | null => this.#whole;

  moments: BackupService["moments"] = async () => {
    const lines = await listLines(this.folder);
    return lines.map(({ from, through }) => ({ from, through: through.at }));
  };

  read: BackupService["read"] = async (file) => {
    const found = (await listBackups(this.folder)).find((one) => one.file === file);
    return found && { size: found.bytes, bytes: () => bytesOfFile(found.path) };
  };

  restorePart: BackupService["restorePart"] = (part, askedBy) =>
    this.#whileRestoring(async (from) => {
      this.#restored = { ...part, ...(await restorePartBy(from, part, askedBy)) };
    });

  restoreWhole: BackupService["restoreWhole"] = ({ file, asOf }) =>
    this.#whileRestoring(async (from) => {
      const { data, now } = this.#options;
      const place = join(data, `restored-${stampOf(now())}`);
      const lack = await this.#lackOfRoom(data);
      const end = lack
        ? {
            folder: null,
            stateOf: null,
            former: null,
            present: null,
            problem: { ...lack, code: "no-room" as const },
          }
        : await restoreWholeBy(from, { file, asOf }, place);
      if (end.folder === null) await rm(place, { recursive: true, force: true });
      this.#whole = { file, asOf, ...end };
    });

  async #whileRestoring(work: (from: RestoreFrom) => Promise<void>): Promise<void> {
    if (this.#running !== null) return;
    this.#isStopped = false;
    this.#running = { startedAt: this.#options.now(), step: "open", done: 0, all: 0 };
    const hasPassphrase = (this.#options.env["SNART_BACKUP_PASSPHRASE"] ?? "") !== "";
    try {
      await work({
        folder: this.folder,
        hasPassphrase,
        isEncrypted: this.isEncrypted,
        run: (words, onAnswer) => this.#run(words, onAnswer),
        isStopped: () => this.#isStopped,
      });
    } finally {
      this.#running = null;
      this.#child = undefined;
      if (this.#isStopped) await this.#clear(0);
    }
  }

  removeExpendable: BackupService["removeExpendable"] = async (keep) => {
    for (const folder of [this.folder, this.secondFolder])
      if (folder !== null)
        for (const { path } of expendable(await listBackups(folder), keep)) await rm(path, { force: true });
  };

  /** A backup must not fill the disk that the database is on: both it and its test have to fit. */
  async #lackOfRoom(folder = this.folder): Promise<BackupTrouble | undefined> {
    const { target } = this.#options;
    const place = existsSync(folder) ? folder : join(folder, "..");
    const { bavail, bsize } = await statfs(place);
    const [last] = await listBackups(this.folder);
    const size = target.kind === "sqlite" ? (await stat(target.path)).size : (last?.bytes ?? 0);
    return bavail * bsize > size * 2.5
      ? undefined
      : {
          code: "no-room",
          detail: `There is not enough room in ${folder}: a backup and its test take about ${Math.ceil((size * 2.5) / 1e6)} MB.`,
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
      told = line;
    });
    const { problem, second } = told;
    if (code === 0) return { second: second && "code" in second ? second : null };
    if (this.#isStopped) return "stopped";
    return problem ?? { code: "failed", detail: said.trim() || `The backup ended with ${code}.` };
  }

  /** @param onAnswer gets each line of JSON that says more than how far it is */
  #run(
    words: readonly string[],
    onAnswer: (line: Readonly<Record<string, unknown>>) => void,
  ): Promise<CommandEnd> {
    const { env, program } = this.#options;
    return runCommand({
      words,
      env,
      program,
      onStart: (child) => (this.#child = child),
      onLine: (line) => (line["step"] === undefined ? onAnswer(line) : this.#hear(line)),
    });
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
