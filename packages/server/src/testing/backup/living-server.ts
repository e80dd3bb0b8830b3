import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../cli/run-cli.ts";
import { openEmptyDatabase } from "../../storage/contract/postgres.ts";
import type { StorageTarget } from "../../storage/sql/open.ts";
import { basic } from "../http-server.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";

export const PASSWORD = "lång nog för alla";

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A place for a server that is operated as an operator does: by the command line, and by its process. */
export class LivingPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly target: StorageTarget;
  readonly #drop: () => Promise<void>;

  private constructor(
    folder: string,
    url: string | undefined,
    env: Readonly<Record<string, string>>,
    drop: () => Promise<void>,
  ) {
    this.folder = folder;
    const data = join(folder, "data");
    this.env = { SNART_DATA: data, ...(url !== undefined && { SNART_DATABASE_URL: url }), ...env };
    this.target =
      url === undefined ? { kind: "sqlite", path: join(data, "snart.sqlite") } : { kind: "postgres", url };
    this.#drop = drop;
  }

  static async make(
    kind: "SQLite" | "PostgreSQL",
    env: Readonly<Record<string, string>> = {},
  ): Promise<LivingPlace> {
    const folder = mkdtempSync(join(tmpdir(), "snart-living-"));
    const database = kind === "PostgreSQL" ? await openEmptyDatabase() : undefined;
    return new LivingPlace(folder, database?.url, env, async () => {
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  drop(): Promise<void> {
    return this.#drop();
  }

  /** Runs a command as if it were typed here. @param env instead of what the place has */
  async snart(
    words: readonly string[],
    typed = "",
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    const ran = { code: -1, out: "", err: "" };
    ran.code = await runCli(words, {
      env: { ...this.env, ...env },
      folder: this.folder,
      stdin: (async function* () {
        yield typed;
      })(),
      stdout: (text) => (ran.out += text),
      stderr: (text) => (ran.err += text),
    });
    return ran;
  }

  /** Adds a person whose login is what stands before the @. */
  async person(login: string): Promise<void> {
    const words = ["user", "add", `${login}@example.com`, "--name", login, "--password-stdin"];
    const { code, err } = await this.snart(words, `${PASSWORD}\n`);
    if (code !== 0) throw new Error(err);
  }

  start(): Promise<ServerProcess> {
    return startServerProcess(this.env);
  }
}

const SYNC = (token: string): string =>
  `<?xml version="1.0"?><d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;

/** A calendar app of one person, over the network. */
export class DavApp {
  readonly #url: string;
  readonly #login: string;

  constructor(url: string, login: string) {
    this.#url = url;
    this.#login = login;
  }

  send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
    const authorization = basic(this.#login, PASSWORD);
    return fetch(`${this.#url}/dav/calendars/${this.#login}/${path}`, {
      method,
      headers: { authorization, "content-type": "text/calendar; charset=utf-8", ...headers },
      ...(body !== undefined && { body }),
    });
  }

  /** @throws if it is refused */
  async put(path: string, text: string): Promise<void> {
    const { status } = await this.send("PUT", path, text);
    if (status >= 300) throw new Error(`PUT ${path}: ${status}`);
  }

  /** @throws if it is refused */
  async remove(path: string): Promise<void> {
    const { status } = await this.send("DELETE", path);
    if (status >= 300) throw new Error(`DELETE ${path}: ${status}`);
  }

  /** The text; the status where there is none. */
  async text(path: string): Promise<string | number> {
    const answer = await this.send("GET", path);
    return answer.ok ? await answer.text() : answer.status;
  }

  /** The last parts of addresses that changed in a calendar since a token, in order, and the next one. */
  async since(
    calendar: string,
    token: string,
  ): Promise<{ readonly names: string[]; readonly token: string }> {
    const headers = { "content-type": "application/xml; charset=utf-8" };
    const answer = await this.send("REPORT", `${calendar}/`, SYNC(token), headers);
    const xml = await answer.text();
    if (answer.status !== 207) throw new Error(`REPORT ${calendar}: ${answer.status} ${xml}`);
    const names = [...xml.matchAll(/href>[^<]*\/([^/<]+)<\//g)].map(([, name = ""]) => name);
    return { names: names.toSorted(), token: /sync-token>([^<]+)</.exec(xml)?.[1] ?? "" };
  }
}

/** One event or task, as an app writes it. */
export const icalendar = (uid: string, lines: readonly string[], type = "VEVENT"): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    `BEGIN:${type}`,
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    ...lines,
    `END:${type}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
