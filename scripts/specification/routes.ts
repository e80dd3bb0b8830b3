import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import type { App } from "../../packages/server/src/app/app.ts";
import { DEFAULT_LIMITS } from "../../packages/server/src/app/limits.ts";
import { loadConfig } from "../../packages/server/src/config/load.ts";
import { mountFrontEnds } from "../../packages/server/src/front-ends.ts";
import type { HttpEnv } from "../../packages/server/src/http/http-env.ts";
import { openLog } from "../../packages/server/src/http/logger.ts";

const WEB = join(import.meta.dirname, "../../packages/web/src");

export interface Page {
  readonly path: string;
  readonly screen: string;
}
export interface EndPoint {
  readonly path: string;
  readonly methods: string;
}

/** The web app's pages, from its own list. */
export function readPages(): readonly Page[] {
  const source = readFileSync(join(WEB, "pages.ts"), "utf8");
  return [...source.matchAll(/path: "([^"]+)",\s+screen: "([^"]+)"/g)].map(([, path, screen]) => ({
    path: path ?? "",
    screen: screen ?? "",
  }));
}

/** The HTTP server's routes besides the web app's files, from the router itself. */
export function readRoutes(): readonly EndPoint[] {
  const loaded = loadConfig({ env: {}, folder: "/" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const server = new Hono<HttpEnv>();
  mountFrontEnds(server, {
    app: unused,
    config: loaded.config,
    log: openLog("silent", "json"),
    reportError: () => undefined,
  });
  // These stand outside the front-ends: http/server.ts and metrics/metrics.ts.
  const operation = ["/healthz", "/healthz/live", "/healthz/ready", "/metrics"];
  const methods = new Map(operation.map((path) => [path, new Set(["GET"])]));
  for (const { path, method } of server.routes)
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  return [...methods].map(([path, names]) => ({
    path,
    methods: names.has("ALL") ? "all" : [...names].toSorted().join(", "),
  }));
}

/** Mounting reads limits and subscribes to changes; it calls nothing else. */
const unused = {
  limits: DEFAULT_LIMITS,
  newId: () => "",
  storage: { onAccountChange: () => () => undefined },
} as unknown as App;
