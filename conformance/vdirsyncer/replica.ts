import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, runProgram, saidBy, type ProgramResult } from "../program.ts";

/** A folder that vdirsyncer synchronises with one account. */
export class Replica {
  readonly folder: string;
  readonly #program: string;
  readonly #config: string;

  private constructor(folder: string, program: string, config: string) {
    this.folder = folder;
    this.#program = program;
    this.#config = config;
  }

  /** @param conflicts what to do when both sides have changed; absent: report it and leave both alone */
  static async open(url: string, login: string, conflicts?: "a wins" | "b wins"): Promise<Replica> {
    const program = findProgram("vdirsyncer");
    if (program === undefined)
      throw new Error("vdirsyncer is not installed (on Debian: apt-get install vdirsyncer).");
    const folder = await mkdtemp(join(tmpdir(), "snart-vdirsyncer-"));
    await mkdir(join(folder, "files"));
    const config = join(folder, "config");
    await writeFile(config, configText(folder, url, login, conflicts));
    return new Replica(folder, program, config);
  }

  run(...args: readonly string[]): Promise<ProgramResult> {
    const input = "y\n".repeat(20);
    return runProgram(this.#program, ["-c", this.#config, ...args], { env: { HOME: this.folder }, input });
  }
  async mustRun(...args: readonly string[]): Promise<string> {
    const result = await this.run(...args);
    if (result.code !== 0) throw new Error(`vdirsyncer ${args.join(" ")}: ${saidBy(result)}`);
    return result.stdout + result.stderr;
  }
  /** Finds collections on both sides, creates missing ones, then synchronises. */
  async discoverAndSync(): Promise<void> {
    await this.mustRun("discover");
    await this.mustRun("sync");
  }

  path(...names: readonly string[]): string {
    return join(this.folder, "files", ...names);
  }
  async collections(): Promise<readonly string[]> {
    return (await readdir(this.path())).toSorted();
  }
  async names(collection: string): Promise<readonly string[]> {
    return (await readdir(this.path(collection))).filter((name) => name.endsWith(".ics")).toSorted();
  }
  /** The text of the one file with a UID; undefined if there is none. */
  async textOf(collection: string, uid: string): Promise<string | undefined> {
    const texts = await Promise.all(
      (await this.names(collection)).map((name) => this.read(collection, name)),
    );
    const found = texts.filter((text) => text.includes(`UID:${uid}\r\n`) || text.includes(`UID:${uid}\n`));
    if (found.length > 1) throw new Error(`${found.length} files hold the UID ${uid}`);
    return found[0];
  }
  read(collection: string, name: string): Promise<string> {
    return readFile(this.path(collection, name), "utf8");
  }
  write(collection: string, name: string, text: string): Promise<void> {
    return writeFile(this.path(collection, name), text);
  }
  async makeCollection(name: string): Promise<void> {
    await mkdir(this.path(name));
  }
  async remove(collection: string, name: string): Promise<void> {
    await rm(this.path(collection, name));
  }
  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const configText = (folder: string, url: string, login: string, conflicts: string | undefined): string => `
[general]
status_path = "${folder}/status/"

[pair snart]
a = "files"
b = "server"
collections = ["from a", "from b"]
metadata = ["displayname", "color"]
${conflicts === undefined ? "" : `conflict_resolution = "${conflicts}"`}

[storage files]
type = "filesystem"
path = "${folder}/files/"
fileext = ".ics"

[storage server]
type = "caldav"
url = "${url}/"
username = "${login}"
password = "${login}"
`;
