// The only module that knows the reporter. It is loaded by dynamic import, and names what it needs, so that the rest
// of the reporter (tracing, replay, feedback) is left out of the build.
import {
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
  type BrowserOptions,
} from "@sentry/react";
import { scrubEvent } from "./scrub.ts";

/** The reporter's options; it collects only errors, and each goes through the scrubber. */
export const reportingOptions = (dsn: string, version: string): BrowserOptions => ({
  dsn,
  release: `snart@${version}`,
  // No breadcrumbs, sessions, traces, replays or request headers: only what is named here.
  defaultIntegrations: false,
  integrations: [
    eventFiltersIntegration(),
    globalHandlersIntegration(),
    linkedErrorsIntegration(),
    dedupeIntegration(),
  ],
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

/** Begins to report uncaught errors to a receiver. */
export const startReporter = (dsn: string, version: string): void => {
  init(reportingOptions(dsn, version));
};

/** Reports one error. */
export const report = (error: unknown): void => {
  captureException(error);
};
