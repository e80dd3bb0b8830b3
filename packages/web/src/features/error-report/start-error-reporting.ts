import type * as Sentry from "@sentry/react";
import { scrubEvent } from "./scrub.ts";

type Reporter = typeof Sentry;

let reporter: Promise<Reporter> | undefined;

/** What is told to the reporter; nothing is collected but errors, and each goes through the scrubber. */
export const reportingOptions = (dsn: string, version: string): Sentry.BrowserOptions => ({
  dsn,
  release: `snart@${version}`,
  // No breadcrumbs, sessions, traces, replays or request headers: only what is named in `integrationsOf`.
  defaultIntegrations: false,
  // The reporter's own defaults collect all of these, and tell the receiver to keep the sender's address.
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
  },
  maxBreadcrumbs: 0,
  sendClientReports: false,
  beforeSend: (event) => scrubEvent(event),
  beforeBreadcrumb: () => null,
});

/**
 * Begins to report errors to the server's own choice of receiver. Call it only with a DSN from GET /auth/session: without
 * one the reporter is never even loaded. A second call does nothing.
 */
export function startErrorReporting(dsn: string, version: string): void {
  reporter ??= import("@sentry/react").then((sentry) => {
    sentry.init({ ...reportingOptions(dsn, version), integrations: integrationsOf(sentry) });
    return sentry;
  });
  // Without the reporter there is nothing to report its absence to; the app works the same.
  reporter.catch(() => undefined);
}

/** The little that is collected, and nothing that watches what people do. */
export const integrationsOf = (sentry: Reporter) => [
  sentry.eventFiltersIntegration(),
  sentry.globalHandlersIntegration(),
  sentry.linkedErrorsIntegration(),
  sentry.dedupeIntegration(),
];

/** Reports an error that a component threw; without a DSN nothing happens. */
export function reportError(error: unknown): void {
  void reporter?.then((sentry) => sentry.captureException(error)).catch(() => undefined);
}
