import { parseDsn } from "./config/option.ts";
import { SwitchingReporter } from "./http/error-reporting/switching-reporter.ts";
import type { ServerConfig } from "./open-app.ts";
import { ROOT } from "./root.ts";
import { VERSION } from "./version.ts";

/** What reports the errors of this process, to the service of its configuration or the one that administrators choose. */
export const errorReporterOf = ({ sentryDsn }: Pick<ServerConfig, "sentryDsn">): SwitchingReporter =>
  new SwitchingReporter({
    configured: sentryDsn,
    isAddress: (text) => "value" in parseDsn(text),
    release: VERSION,
    root: ROOT,
  });
