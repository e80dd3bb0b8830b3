import type * as Reporter from "./reporter.ts";

let reporter: Promise<typeof Reporter> | undefined;

/**
 * Begins to report errors to the server, which passes them on. Call it only where GET /auth/session says that it wants them:
 * otherwise the reporter is never even loaded. A second call does nothing.
 */
export function startErrorReporting(version: string): void {
  reporter ??= import("./reporter.ts").then((loaded) => {
    loaded.startReporter(version);
    return loaded;
  });
  // Without the reporter there is nothing to report its absence to; the app works the same.
  reporter.catch(() => undefined);
}

/** Reports an error that a component threw; where none are wanted nothing happens. */
export function reportError(error: unknown): void {
  void reporter?.then((loaded) => loaded.report(error)).catch(() => undefined);
}
