import { NodeClient, Scope, defaultStackParser, makeNodeTransport } from "@sentry/node";
import type { ErrorReporter, ErrorReporterSettings } from "./error-reporter.ts";
import { scrubEvent } from "./scrub-event.ts";

/**
 * Reports errors by the Sentry protocol. A client of our own instead of the SDK's `init`: nothing is patched, traced,
 * read from the environment or collected, and every event is rebuilt from a list of what may leave.
 */
export function openSentry(settings: ErrorReporterSettings & { readonly dsn: string }): ErrorReporter {
  const client = new NodeClient({
    dsn: settings.dsn,
    release: `snart@${settings.release}`,
    environment: "production",
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
    integrations: [],
    includeServerName: false,
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    beforeSend: (event) => scrubEvent(event, settings.root),
  });
  client.init();
  return {
    report(error, place) {
      const scope = new Scope();
      scope.setTag("request_id", place.requestId);
      scope.setTag("route", place.route);
      client.captureException(error, undefined, scope);
    },
    close: async (timeoutMs) => {
      await client.close(timeoutMs);
    },
  };
}
