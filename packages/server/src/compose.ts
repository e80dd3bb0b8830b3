import { join } from "node:path";
import type { Hono } from "hono";
import type { App, ServerProcess } from "./app/app.ts";
import { problemOfFailure } from "./app/storage-problem.ts";
import { answerDav, mountFrontEnds } from "./front-ends.ts";
import { storedErrorService } from "./app/health/error-service.ts";
import { errorReporterOf } from "./error-reporter-of.ts";
import { basePathOf } from "./http/below-path.ts";
import { rememberedCertificate } from "./http/certificate-of.ts";
import type { HttpEnv } from "./http/http-env.ts";
import { directHandler } from "./http/direct/direct-handler.ts";
import { Guards, type GuardParts } from "./http/guards.ts";
import type { Handlers } from "./http/listen.ts";
import { openLog, type Logger } from "./http/logger.ts";
import { createServer } from "./http/server.ts";
import { openStaticSite, type StaticSite } from "./http/static-site.ts";
import { mailAdministration } from "./mail/mail-administration.ts";
import { openMail } from "./mail/open-mail.ts";
import { openApp, type AppOverrides, type ServerConfig } from "./open-app.ts";
import { ROOT } from "./root.ts";
import { VERSION } from "./version.ts";
import { startLoops } from "./loops.ts";
import { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/tracing.ts";

export interface ComposeOverrides extends AppOverrides {
  readonly log?: Logger;
  /** The built web app, if another than that of this repository. */
  readonly site?: StaticSite;
  /** Routes before all others, for special servers. */
  readonly extraRoutes?: (server: Hono<HttpEnv>, app: App) => void;
  /** Pause between two looks for jobs; 0 runs none. */
  readonly jobsEveryMs?: number;
}
/** `fetch` is the whole server; `direct` answers some requests faster. */
export interface Composed extends Required<Handlers> {
  readonly app: App;
  readonly log: Logger;
  /** Logs and reports an error that no request or job caught. */
  readonly onStrayError: (error: unknown) => void;
  /** Ends jobs and event streams, sends waiting error reports, closes storage. Call it when no request is left. */
  close(): Promise<void>;
}

const UNTRUSTED_PROXY =
  "A proxy sends X-Forwarded-For, but SNART_TRUSTED_PROXIES does not name it: all people behind it count as one address when wrong passwords are counted. Set SNART_TRUSTED_PROXIES to the proxy's address.";

/** So often it is looked which service errors are reported to: another process may have changed it. */
const FOLLOW_MS = 5_000;

/**
 * Puts a server together from its configuration, without listening yet. Throws StartProblem if something is missing.
 */
export async function composeApp(config: ServerConfig, overrides: ComposeOverrides = {}): Promise<Composed> {
  const { log: givenLog, site, extraRoutes, jobsEveryMs = 1_000, ...appOverrides } = overrides;
  const log = givenLog ?? openLog(config.logLevel, config.logFormat);
  const reporter = errorReporterOf(config);
  const outbox = watchOutbox();
  const [mail, now] = [openMail(config), appOverrides.now ?? Date.now];
  const ofMail = mailAdministration(config, mail, () => loops?.mailbox?.state(), now);
  const watch = watchFor(log);
  const onUpgrade: AppOverrides["onUpgrade"] = (upgrade) => log.info(upgrade, "backed up before the upgrade");
  let eventSources = (): number => 0;
  const ownProcess = processOf(config, now, () => eventSources());
  const tracing = await tracingFor(config, log);
  const ofServer = { mailAdministration: ofMail, onUpgrade, process: ownProcess, ...tracing?.hooks };
  const hooks = { ...watch.hooks, outboxFilled: outbox.filled, opensConnections: true, ...ofServer };
  const opened = await openApp(config, { ...hooks, errorService: reporter.service, ...appOverrides });
  const { app } = opened;
  await reporter.begin(() => app.storage.read(storedErrorService), jobsEveryMs > 0 ? FOLLOW_MS : 0);
  const place = placeOf(config);
  const reportError: GuardParts["reportError"] = (error, where) => reporter.report(error, where);
  const { publicUrl, trustedProxies } = config;
  const metrics = await metricsFor(config, log, tracing);
  const ways = { publicUrl, trustedProxies, onUntrustedProxy: watch.onUntrustedProxy, ...metrics?.hooks };
  const guards = new Guards({ ...ways, limits: app.limits, log, reportError, newRequestId: app.newId });
  const mounts: (() => Promise<void>)[] = [];
  const server = createServer({
    guards,
    ...place,
    health: () => app.storage.health(),
    site: site ?? openStaticSite(join(ROOT, "packages", "web", "dist"), place.base),
    mount: (routes) => {
      extraRoutes?.(routes, app);
      metrics?.mount(routes, app);
      const mounted = mountFrontEnds(routes, { app, config, reportError, log });
      mounts.push(mounted.unmount);
      ({ eventSources } = mounted);
    },
  });
  const errorOf = errorsTo(log, (error, route) => reporter.report(error, { requestId: app.newId(), route }));
  const parts = { app, mail, metrics, tracing, log, onError: errorOf("job", "a job failed") };
  const loops = jobsEveryMs > 0 ? startLoops(config, parts, jobsEveryMs) : undefined;
  const stopWaking = app.storage.onAccountChange(() => outbox.committed(() => loops?.wake()));
  const direct = directHandler({ guards, https: place.https, answer: answerDav(app, config) });
  const handlers = handlersOf(place.base, server, direct);
  return {
    app,
    log,
    onStrayError: errorOf("stray", "an error that nothing caught"),
    ...(tracing?.handlers(handlers) ?? handlers),
    async close() {
      stopWaking();
      await Promise.all([loops?.stop(), ...mounts.map((unmount) => unmount())]);
      mail?.transport.close();
      await reporter.close(2_000);
      await tracing?.close(2_000);
      await opened.close();
    },
  };
}

/** @returns what logs and reports an error that no request met, unless it only says that the database is away */
function errorsTo(log: Logger, report: (error: unknown, route: string) => void) {
  const isOutage = outages(log);
  return (route: string, message: string) =>
    (error: unknown): void => {
      if (isOutage(error)) return;
      log.error({ err: error }, message);
      report(error, route);
    };
}

/** Writers announce outbox rows before their commit, so the outbox is read after the next commit. */
function watchOutbox(): { readonly filled: () => void; readonly committed: (wake: () => void) => void } {
  let isFilled = false;
  return {
    filled: () => void (isFilled = true),
    committed(wake) {
      if (isFilled) wake();
      isFilled = false;
    },
  };
}

const handlersOf = (
  base: string,
  server: Hono<HttpEnv>,
  direct: Required<Handlers>["direct"],
): Required<Handlers> => ({
  base,
  fetch: (request, bindings) => server.fetch(request, bindings),
  direct,
});

/** What this process tells those who look after it. */
const processOf = (
  { publicUrl }: ServerConfig,
  now: () => number,
  eventSources: () => number,
): ServerProcess => ({
  version: VERSION,
  node: process.versions.node,
  startedAt: now(),
  publicUrl,
  eventSources,
  ...(publicUrl?.startsWith("https:") === true && { certificate: rememberedCertificate(publicUrl, now) }),
});

/** Where people reach the server. */
const placeOf = ({ publicUrl }: ServerConfig) => ({
  https: publicUrl?.startsWith("https:") === true,
  base: basePathOf(publicUrl),
});

/** Tells whether an error only says that the database is away, and warns of that once a minute: the loops meet it every second. */
function outages(log: Logger): (error: unknown) => boolean {
  let warnedAt = -Infinity;
  return (error) => {
    if (problemOfFailure(error) === undefined) return false;
    const now = performance.now();
    if (now - warnedAt < 60_000) return true;
    warnedAt = now;
    log.warn({ reason: String(error) }, "the database did not answer");
    return true;
  };
}

/** Counts what the server does, if somebody may ask for it. */
async function metricsFor(
  { metricsToken: token }: ServerConfig,
  log: Logger,
  tracing: Tracing | undefined,
): Promise<Metrics | undefined> {
  if (token === null) return undefined;
  const metrics = await Metrics.open({ version: VERSION, token, log });
  if (tracing) metrics.countSpans(() => tracing.counts);
  return metrics;
}

/** Tells a collector how long things take, if one is named: nothing of it is loaded otherwise. */
async function tracingFor(config: ServerConfig, log: Logger): Promise<Tracing | undefined> {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, otlpShare: share } = config;
  if (endpoint === null) return undefined;
  const { Tracing: Opened } = await import("./tracing/tracing.ts");
  const { trustedProxies } = config;
  const database = config.databaseUrl === null ? "sqlite" : "postgresql";
  const onTrouble = (why: string): void => log.warn({ why }, "the collector does not take traces");
  return new Opened({ endpoint, headers, share, version: VERSION, trustedProxies, database, onTrouble });
}

/** Warns of failed sign-ins, and of a proxy that should be trusted, which it remembers. */
function watchFor(log: Logger): {
  readonly hooks: Pick<App, "untrustedProxy" | "onFailedSignIn">;
  readonly onUntrustedProxy: (peer: string) => void;
} {
  let proxy: string | null = null;
  return {
    hooks: {
      untrustedProxy: () => proxy,
      onFailedSignIn: (failure) => log.warn(failure, "a sign-in failed"),
    },
    onUntrustedProxy(peer) {
      proxy = peer;
      log.warn({ proxy }, UNTRUSTED_PROXY);
    },
  };
}
