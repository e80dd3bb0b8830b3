import type { ErrorReporter, ErrorReporterSettings } from "./error-reporter.ts";

/** Opens the error reporter. The 84 MB client is loaded only if it has somewhere to report to. */
export async function openErrorReporter(settings: ErrorReporterSettings): Promise<ErrorReporter> {
  if (settings.dsn === null)
    return { report: () => undefined, close: async () => undefined, service: undefined };
  const { openSentry } = await import("./sentry.ts");
  return openSentry({ ...settings, dsn: settings.dsn });
}
