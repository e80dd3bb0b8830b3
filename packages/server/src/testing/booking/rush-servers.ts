import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../cli/run-cli.ts";
import { startPostgres } from "../../storage/contract/postgres-server.ts";
import type { Storage } from "../../storage/port.ts";
import { openStorage } from "../../storage/sql/open.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";

/** On what many people want the same times. */
export interface RushServers {
  readonly database: "SQLite" | "PostgreSQL";
  /** of the server */
  readonly processes: number;
}

// eslint-disable-next-line typescript/no-explicit-any -- what a server answers, looked into freely
export type Answer = any;
type Headers = Readonly<Record<string, string>>;
type Environment = Readonly<Record<string, string>>;

const PASSWORD = "lång nog för alla";
export const login = (person: number): string => `p${person}`;
const USING = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];

/** Makes one call. @returns undefined if the server went away; other answers than 200 throw */
export async function callServer(url: string, headers: Headers, name: string, args: object): Promise<Answer> {
  const response = await fetch(`${url}/jmap/api`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ using: USING, methodCalls: [[name, args, "0"]] }),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return undefined;
  if (response.status === 503) return undefined;
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { methodResponses: Answer[][] }).methodResponses[0]?.[1];
}

/** Signs somebody in. @returns the cookie, which every process knows them by, and none of them hashes a password for */
export async function signIn(url: string, person: number): Promise<string> {
  const form = JSON.stringify({ login: login(person), password: PASSWORD });
  const headers = { "content-type": "application/json", origin: url };
  const answer = await fetch(`${url}/auth/sign-in`, { method: "POST", headers, body: form });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || cookie === undefined)
    throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  return cookie;
}

/** The account of who sends these headers. */
export async function accountOf(url: string, headers: Headers): Promise<string> {
  const session: Answer = await (await fetch(`${url}/jmap/session`, { headers })).json();
  return session.primaryAccounts["urn:snart:jmap"] as string;
}

/** The ids of what a /set has created. */
export const idsOf = (created: Answer): string[] =>
  Object.values(created as Record<string, { id: string }>).map(({ id }) => id);

/** Adds so many people, of whom the first is an administrator. */
export async function addPeople(env: Environment, count: number): Promise<void> {
  for (let person = 0; person < count; person++) {
    const admin = person === 0 ? ["--admin"] : [];
    const words = ["user", "add", `${login(person)}@example.com`, "--name", `Person ${person}`, ...admin];
    await command(env, [...words, "--password-stdin"], `${PASSWORD}\n`);
  }
}

async function command(env: Environment, words: readonly string[], typed = ""): Promise<string> {
  let said = "";
  const say = (line: string): void => void (said += line);
  const stdin = (async function* () {
    yield typed;
  })();
  const code = await runCli(words, { env, folder: env["SNART_DATA"] ?? "", stdin, stdout: say, stderr: say });
  if (code !== 0) throw new Error(`${words.slice(0, 2).join(" ")} ended with ${code}: ${said}`);
  return said;
}

/** Servers in processes of their own on one database, which writes through to its disk. */
export interface RunningRush {
  readonly env: Environment;
  readonly servers: ServerProcess[];
  /** Ends them, and opens what they stored. */
  endServers(): Promise<Storage>;
  /** @returns what the doctor finds wrong */
  doctor(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startRush({ database, processes }: RushServers): Promise<RunningRush> {
  const folder = mkdtempSync(join(tmpdir(), "snart-rush-"));
  const postgres = database === "PostgreSQL" ? await startPostgres({ durable: true }) : undefined;
  const env = {
    SNART_DATA: folder,
    // A few people make the requests of hundreds: the shares of one are measured elsewhere.
    SNART_LIMIT_WORK_SECONDS: "100000",
    SNART_LIMIT_MAX_CONCURRENT_REQUESTS: "1000",
    ...(postgres && { SNART_DATABASE_URL: postgres.url }),
  };
  const servers: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) server.child.kill("SIGKILL");
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let at = 0; at < processes; at++) servers.push(await startServerProcess(env));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env,
    servers,
    stop,
    async endServers() {
      for (const server of servers) server.child.kill("SIGTERM");
      await Promise.all(servers.map((server) => server.ended));
      const path = join(folder, "snart.sqlite");
      return openStorage(postgres ? { kind: "postgres", url: postgres.url } : { kind: "sqlite", path });
    },
    async doctor() {
      const said = await command(env, ["doctor"]).catch((error: unknown) => String(error));
      return /bookings to come, 0 faults/.test(said) ? [] : [said];
    },
  };
}
