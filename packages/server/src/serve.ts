import type { App } from "./app/app.ts";
import { DEFAULT_LIMITS } from "./app/limits.ts";
import { setupToken } from "./app/accounts/set-up.ts";
import { rememberRelease } from "./app/health/releases.ts";
import { composeApp, type ComposeOverrides, type Composed } from "./compose.ts";
import { loadConfig, type ConfigFile } from "./config/load.ts";
import { inForce } from "./config/in-force.ts";
import { StartProblem, listen } from "./http/listen.ts";
import { suspicionOfData, type ServerConfig } from "./open-app.ts";
import { VERSION } from "./version.ts";

/** How long requests in flight may take to finish after the server was asked to stop. */
const GRACE_MS = 30_000;

export interface Served extends Composed {
  /** The address to open, without a slash at the end. */
  readonly url: string;
  /** the port that it listens on */
  readonly port: number;
  stop(): Promise<void>;
}

/** Reads the configuration of this process; all problems in it become one StartProblem, a line each. */
export function configOfProcess(): LoadedServerConfig {
  const loaded = loadConfig({ env: process.env, folder: process.cwd() }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new StartProblem(loaded.problems.join("\n"));
  const suspicion = suspicionOfData(loaded.config);
  return suspicion === undefined ? loaded : { ...loaded, warnings: [...loaded.warnings, suspicion] };
}

interface LoadedServerConfig {
  readonly config: ServerConfig;
  readonly file: ConfigFile;
  readonly warnings: readonly string[];
}

/** Puts the server together and listens. Throws StartProblem if it can't. */
export async function serve(config: ServerConfig, overrides: ComposeOverrides = {}): Promise<Served> {
  const composed = await composeApp(config, overrides);
  try {
    await rememberRelease(composed.app, VERSION);
    const listening = await listen(composed, config.host, config.port);
    const stop = async (): Promise<void> => {
      const { finished, cut } = await listening.stop(GRACE_MS);
      await composed.close();
      composed.log.info({ finished, cut }, "stopped");
    };
    const { port } = listening;
    return { ...composed, url: config.publicUrl ?? localUrl(config.host, port), port, stop };
  } catch (error) {
    await composed.close();
    throw error;
  }
}

/**
 * The text printed when the server is ready: its address, what is in force and, as long as nobody has an account, the
 * link to make one.
 */
export async function greeting(
  app: App,
  { config, file }: Pick<LoadedServerConfig, "config" | "file">,
  { url, port }: Pick<Served, "url" | "port">,
): Promise<string> {
  const token = await setupToken(app);
  const first =
    token === undefined
      ? ""
      : `\nNobody has an account yet. To create yours, open ${url}/setup?token=${token}`;
  const facts = inForce(config, file, port).map((line) => `\n  ${line}`);
  return `Snart is ready at ${url}${facts.join("")}${first}\n`;
}

/** Ends the process in good order on SIGTERM or SIGINT, at once on the second one. */
export function stopOnSignal(served: Served): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    served.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        served.log.fatal({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/**
 * Logs and reports an uncaught error. A forgotten promise must not take a household's calendar down; an unexpected
 * exception ends the process, because its state is unknown (acknowledged writes are safe).
 */
export function surviveStrayErrors(served: Served): void {
  process.on("unhandledRejection", (error) => served.onStrayError(error));
  process.on("uncaughtException", (error) => {
    served.onStrayError(error);
    setTimeout(() => process.exit(1), CRASH_MS);
    void served.close().finally(() => process.exit(1));
  });
}
const CRASH_MS = 3_000;

/** A server that listens on every address of the machine is shown under its local name. */
function localUrl(host: string, port: number): string {
  const isLocal = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host);
  const name = isLocal ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}${port === 80 ? "" : `:${port}`}`;
}
