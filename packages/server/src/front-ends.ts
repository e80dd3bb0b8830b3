import type { Hono } from "hono";
import type { App } from "./app/app.ts";
import { authRoutes } from "./auth/routes.ts";
import type { HttpEnv } from "./http/http-env.ts";
import type { Logger } from "./http/logger.ts";
import type { ErrorPlace } from "./http/server.ts";
import type { ServerConfig } from "./open-app.ts";
import { VERSION } from "./version.ts";

export interface FrontEndParts {
  readonly app: App;
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly reportError: (error: unknown, place: ErrorPlace) => void;
}

/**
 * Adds every front-end's routes: sign-in, CalDAV, JMAP.
 * @returns a function that ends what they keep running
 */
export function mountFrontEnds(server: Hono<HttpEnv>, parts: FrontEndParts): () => Promise<void> {
  const { app, config } = parts;
  const https = config.publicUrl?.startsWith("https:") === true;
  server.route("/auth", authRoutes(app, { https, sentryDsn: config.sentryDsn, version: VERSION }));
  return async () => undefined;
}
