// Throw-away servers for the browser tests and the pictures: in memory, on free ports, each with the demonstration household. One process
// runs them all, as most of the cost of a server is its code, which the second one finds compiled and the app's files packed.
//
// Its input and output are lines of JSON (`orders.ts`). It ends with its input.
import { mkdtempSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { basePathOf } from "../../http/below-path.ts";
import { loadConfig } from "../../config/load.ts";
import type { App } from "../../app/app.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { rememberRelease } from "../../app/health/releases.ts";
import { setupToken } from "../../app/accounts/set-up.ts";
import { seedBookings } from "../../demo/bookings/seed-bookings.ts";
import { DEMO_PEOPLE, seedDemo } from "../../demo/seed.ts";
import type { DemoPerson } from "../../demo/to-jscalendar.ts";
import { openLog } from "../../http/logger.ts";
import { openStaticSite } from "../../http/static-site.ts";
import { backupsOf } from "../../backups-of.ts";
import { targetOf, type ServerConfig } from "../../open-app.ts";
import { migratedImage } from "../../storage/contract/migrated-image.ts";
import type { StorageTarget } from "../../storage/sql/open.ts";
import { serve } from "../../serve.ts";
import type { BrowserServerOrder, BrowserServerStarted } from "./orders.ts";
import { demoImage } from "./demo-image.ts";
import { seedOffice } from "../office.ts";

export const BROWSER_PASSWORD = "hjortron-och-gran";

/** An office is for measuring: its server reads from a file, as real ones do, because one in memory remembers no answers. */
const fileOfOffice = (): StorageTarget => ({
  kind: "sqlite",
  path: join(mkdtempSync(join(tmpdir(), "snart-office-")), "snart.sqlite"),
});

/** A server that backs itself up reads from a file, too: the process that makes a backup opens it. */
function backedUp(config: ServerConfig): ServerConfig {
  const data = mkdtempSync(join(tmpdir(), "snart-backed-up-"));
  return { ...config, data, backups: join(data, "backups"), databaseUrl: null };
}

interface Running {
  ahead: number;
  port: number;
  readonly stop: () => Promise<void>;
}

const site = openStaticSite(join(import.meta.dirname, "../../../../web/dist"));
const running = new Map<number, Running>();
/** Ports of servers that have stopped. The next server takes one of them: a browser keeps what it compiled by origin. */
const freePorts = new Set<number>();

async function start(id: number, options: readonly string[]): Promise<void> {
  const option = (name: string): string | undefined =>
    options.find((it) => it.startsWith(`--${name}=`))?.slice(name.length + 3);
  const port = Number(option("port") ?? [...freePorts].at(-1) ?? 0);
  freePorts.delete(port);
  const settings = options
    .filter((it) => it.startsWith("SNART_"))
    .map((it) => it.split(/=(.*)/s).slice(0, 2));
  const env = {
    ...process.env,
    SNART_PORT: String(port),
    SNART_HOST: "127.0.0.1",
    ...(Object.fromEntries(settings) as Record<string, string>),
  };
  const loaded = loadConfig({ env, folder: process.cwd() }, { ...DEFAULT_LIMITS, signInAttempts: 10 });
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const at = Date.parse(option("at") ?? "2026-11-23T10:20:00+01:00");
  const clock = option("clock") ?? (options.includes("--clock") ? at : undefined);
  const ahead = clock === undefined ? 0 : new Date(clock).getTime() - Date.now();
  const people = Number(option("office") ?? 0);
  const log = openLog("error", "text");
  const stop = (): Promise<void> => {
    // Pages are often still open, and what they ask for is not answered any more.
    log.level = "silent";
    return served.stop();
  };
  const server: Running = { ahead, port, stop };
  const isBackedUp = options.includes("--backups");
  const config = isBackedUp ? backedUp(loaded.config) : loaded.config;
  const demo = { at, now: Date.now() + ahead, password: BROWSER_PASSWORD };
  const image = options.includes("--empty")
    ? await migratedImage()
    : await demoImage(`${String(clock)} ${String(at)}`, config, demo);
  const inMemory = { kind: "sqlite", path: ":memory:", image } as const;
  const office = { people, newcomers: 1, eventsEach: 40, now: at, password: BROWSER_PASSWORD };
  const served = await serve(config, {
    storageTarget: isBackedUp ? targetOf(config) : people > 0 ? fileOfOffice() : inMemory,
    ...(isBackedUp && { backups: backupsOf(config) }),
    // What a write causes is done at once; only what is due by the clock waits for this.
    jobsEveryMs: 500,
    now: () => Date.now() + server.ahead,
    // One that is below a path has files of its own.
    ...(basePathOf(loaded.config.publicUrl) === "" && { site }),
    log,
  });
  server.port = served.port;
  running.set(id, server);
  if (people > 0) await seedOffice(served.app, office);
  else if (isBackedUp) await seedDemo(served.app, at, BROWSER_PASSWORD);
  const booker = DEMO_PEOPLE.find(({ language }) => language === option("bookings"));
  if (booker) await seedAsAdministrator(served.app, at, booker);
  const upgradedTo = option("upgraded-to");
  if (upgradedTo !== undefined) await rememberRelease(served.app, upgradedTo);
  const token = (await setupToken(served.app)) ?? null;
  const started: BrowserServerStarted = {
    id,
    url: served.url,
    setupToken: token,
    password: BROWSER_PASSWORD,
    ahead,
  };
  process.stdout.write(`${JSON.stringify(started)}\n`);
  // The process is killed in the end, and would keep nothing of what was compiled.
  flushCompileCache();
}

/** What is booked is made by an administrator, whatever their language. */
async function seedAsAdministrator(app: App, at: number, person: DemoPerson): Promise<void> {
  await app.storage.write(async (tx) => {
    const principal = await tx.principals.byEmail(person.email);
    if (principal) await tx.principals.update(principal.id, { isAdmin: true });
  });
  await seedBookings(app, at, BROWSER_PASSWORD, person);
}

async function obey(order: BrowserServerOrder): Promise<void> {
  if ("start" in order) return start(order.id, order.start);
  const server = running.get(order.id);
  if (!server) throw new Error(`no server ${order.id} is running`);
  if ("advance" in order) {
    server.ahead += order.advance;
    return;
  }
  running.delete(order.id);
  await server.stop();
  freePorts.add(server.port);
}

createInterface(process.stdin)
  .on("line", (line) => void obey(JSON.parse(line) as BrowserServerOrder))
  .on("close", () => process.exit(0));
