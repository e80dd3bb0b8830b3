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
import { below } from "../../api/place.ts";
import { scrubEvent } from "./scrub.ts";

/** The reporter does not work without an address; nothing is sent there, and it is no one's (RFC 6761 §6.4). */
const NOWHERE = "https://page@reports.invalid/1";

/** The reporter's options; it collects only errors, and each goes through the scrubber, to our own server. */
export const reportingOptions = (version: string): BrowserOptions => ({
  dsn: NOWHERE,
  tunnel: below("/auth/error-report"),
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

/** Begins to report uncaught errors. */
export const startReporter = (version: string): void => {
  init(reportingOptions(version));
};

/** Reports one error. */
export const report = (error: unknown): void => {
  captureException(error);
};
