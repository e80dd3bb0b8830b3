import type { Principal } from "../app/types.ts";
import type { App } from "../app/app.ts";
import { addUser } from "../app/accounts/add-user.ts";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { argon2Hasher } from "../auth/passwords.ts";
import { composeApp, type ComposeOverrides } from "../compose.ts";
import { loadConfig } from "../config/load.ts";
import { listen, type Listening } from "../http/listen.ts";
import { openLog } from "../http/logger.ts";
import { migratedMemory } from "../storage/contract/migrated-image.ts";

/** A whole server for front-door tests: the real one, on loopback, with an empty database in memory. */
export interface TestServer {
  readonly url: string;
  readonly app: App;
  /** Every line that was logged. */
  readonly logged: readonly string[];
  readonly listening: Listening;
  /** Adds a person; the login is the part before the @ of the address. */
  addUser(
    email: string,
    password: string,
    fields?: { displayName?: string; isAdmin?: boolean },
  ): Promise<Principal>;
  /** Requests a path of this server, as `fetch` does. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** SNART_… options other than the port and the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: ComposeOverrides;
  /** how long clients may take, in milliseconds */
  readonly timeouts?: Parameters<typeof listen>[3];
}

/** Weak on purpose: tests sign in often, and don't test the strength of the hash. */
const CHEAP_HASH = { memoryKiB: 64, passes: 1, parallelism: 1 };

/** Starts a test server. Stop it when the test is over. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const loaded = loadConfig({ env: { ...options.env }, folder: "/nonexistent" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const logged: string[] = [];
  const composed = await composeApp(loaded.config, {
    storageTarget: await migratedMemory(),
    passwords: argon2Hasher(CHEAP_HASH),
    log: openLog("debug", "json", (line) => logged.push(line)),
    jobsEveryMs: 50,
    ...options.overrides,
  });
  const listening = await listen(composed, "127.0.0.1", 0, options.timeouts);
  const url = `http://127.0.0.1:${listening.port}`;
  return {
    url,
    app: composed.app,
    logged,
    listening,
    async addUser(email, password, fields = {}) {
      const person = {
        email,
        password,
        displayName: "Test Person",
        isAdmin: false,
        preferences: {},
        ...fields,
      };
      const added = await addUser(composed.app, person);
      if (!added.ok) throw new Error(JSON.stringify(added.problem));
      return added.value;
    },
    fetch: (path, init) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    async stop() {
      await listening.stop(2_000);
      await composed.close();
    },
  };
}

/** A `Cookie` header from the answer to a sign-in. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The `Authorization` header of HTTP Basic. */
export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
}
