import type * as Reporter from "./reporter.ts";

let reporter: Promise<typeof Reporter> | undefined;

/**
 * Begins to report errors to the server's own choice of receiver. Call it only with a DSN from GET /auth/session: without
 * one the reporter is never even loaded. A second call does nothing.
 */
export function startErrorReporting(dsn: string, version: string): void {
  reporter ??= import("./reporter.ts").then((loaded) => {
    loaded.startReporter(dsn, version);
    return loaded;
  });
  // Without the reporter there is nothing to report its absence to; the app works the same.
  reporter.catch(() => undefined);
}

/** Reports an error that a component threw; without a DSN nothing happens. */
export function reportError(error: unknown): void {
  void reporter?.then((loaded) => loaded.report(error)).catch(() => undefined);
}
