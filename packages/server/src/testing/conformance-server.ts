// A throw-away server for foreign clients and suites (`npm run conformance:serve`): in memory, on loopback, Basic sign-in,
// no rate limit. Accounts `user01` to `user40` and `admin`, password = login, each with an empty `calendar` (VEVENT, VTODO)
// and `tasks` (VTODO). `POST /__reset` puts that state back. Every option and limit is settable by its SNART_… variable.
import { addUser } from "../app/accounts/add-user.ts";
import { mintActor, type Actor } from "../app/actor.ts";
import type { App, AttemptLimiter, PasswordHasher } from "../app/app.ts";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { composeApp, type Composed } from "../compose.ts";
import { loadConfig } from "../config/load.ts";
import { addRooms } from "./booking/conformance-rooms.ts";
import { listen, StartProblem } from "../http/listen.ts";
import type { ServerConfig } from "../open-app.ts";
import { migratedMemory } from "../storage/contract/migrated-image.ts";

/** Passwords are no secrets here, and forty of them are set with every reset. */
const passwords: PasswordHasher = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (password, hash) => Promise.resolve(hash === `plain:${password}`),
};
const attempts: AttemptLimiter = {
  blockedFor: () => Promise.resolve(0),
  fail: () => Promise.resolve({ left: 1_000, isNew: true, isOver: false }),
  succeed: () => Promise.resolve(),
};

export const CONFORMANCE_LOGINS = [
  ...Array.from({ length: 40 }, (_, i) => `user${String(i + 1).padStart(2, "0")}`),
  "admin",
];

export interface ConformanceServer {
  readonly url: string;
  /** Restores the initial state. @returns milliseconds it took */
  reset(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it. `env` holds SNART_… options; host and storage are fixed. */
export async function startConformanceServer(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ConformanceServer> {
  const loaded = loadConfig(
    { env: { SNART_LOG_LEVEL: "warn", ...env }, folder: "/nonexistent" },
    { ...DEFAULT_LIMITS, passwordLength: 1 },
  );
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const { config } = loaded;
  let current = await composeSeeded(config);
  const reset = async (): Promise<number> => {
    const started = performance.now();
    const former = current;
    current = await composeSeeded(config);
    await former.close();
    return performance.now() - started;
  };
  const listening = await listen(
    {
      direct: (incoming, outgoing) => current.direct(incoming, outgoing),
      async fetch(request, bindings) {
        if (request.method !== "POST" || new URL(request.url).pathname !== "/__reset")
          return current.fetch(request, bindings);
        return Response.json({ milliseconds: Math.round(await reset()) });
      },
    },
    "127.0.0.1",
    config.port,
  );
  return {
    url: `http://127.0.0.1:${listening.port}`,
    reset,
    async stop() {
      await listening.stop(1_000);
      await current.close();
    },
  };
}

async function composeSeeded(config: ServerConfig): Promise<Composed> {
  const composed = await composeApp(config, {
    storageTarget: await migratedMemory(),
    passwords,
    attempts,
    accountAttempts: attempts,
    addressAttempts: attempts,
    jobsEveryMs: 100,
  });
  const people = new Map<string, Actor>();
  for (const login of CONFORMANCE_LOGINS) people.set(login, await addAccount(composed.app, login));
  const admin = people.get("admin");
  if (admin) await addRooms(composed.app, admin, await addAccount(composed.app, "keeper"));
  return composed;
}

async function addAccount(app: App, login: string): Promise<Actor> {
  const displayName = login === "admin" ? "Administrator" : `User ${login.slice(-2)}`;
  const added = await addUser(app, {
    email: `${login}@example.com`,
    displayName,
    password: login,
    isAdmin: login === "admin",
    preferences: { timeZone: "Europe/Stockholm", language: "en-GB" },
  });
  if (!added.ok) throw new Error(`no account ${login}: ${added.problem.code}`);
  const { id, isAdmin } = added.value;
  const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
  const tasks = await createCalendar(app, actor, id, { uri: "tasks", name: "Tasks", components: ["VTODO"] });
  if (!tasks.ok) throw new Error(`no tasks for ${login}: ${tasks.problem.code}`);
  return actor;
}

if (process.argv[1] === import.meta.filename) {
  const server = await startConformanceServer(process.env).catch((error: unknown) => {
    if (!(error instanceof StartProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  process.stdout.write(`Conformance server at ${server.url}\n`);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
