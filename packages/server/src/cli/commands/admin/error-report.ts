import { commandLineActor } from "../../../app/actor.ts";
import { errorReporting, tryErrorReporting } from "../../../app/health/error-reporting.ts";
import { openErrorReporter } from "../../../http/error-reporting/open-error-reporter.ts";
import { ROOT } from "../../../root.ts";
import { VERSION } from "../../../version.ts";
import { CommandProblem, type Command } from "../../command.ts";
import { JSON_FLAG, print } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

export const errorReportTest: Command = {
  name: "error-report test",
  summary:
    "Shows exactly what a report of an error holds, and sends that to the service in SNART_SENTRY_DSN, with --dry-run only shows it. What the serving process has sent stands on its page and in its log.",
  args: [],
  flags: { "dry-run": { says: "Sends nothing." }, ...JSON_FLAG },
  examples: ["error-report test --dry-run"],
  calls: ["Server/errorReporting", "Server/testErrorReporting"],
  exits: "The service did not take it, or none is set up.",
  async run(context) {
    const settings = { dsn: context.config.sentryDsn, release: VERSION, root: ROOT };
    const reporter = await openErrorReporter(settings);
    const { service } = reporter;
    if (!service) throw new CommandProblem("Errors are not reported: SNART_SENTRY_DSN is not set.");
    const app = { ...(await context.openApp()), errorService: service };
    const { sample } = unwrap(await errorReporting(app, commandLineActor()));
    if (!sample) throw new CommandProblem("There is nothing to show.");
    if (context.values["dry-run"] === true)
      return print(context, { payload: sample.payload }, [sample.payload]);
    const trial = unwrap(await tryErrorReporting(app, commandLineActor(), sample));
    await reporter.close(1_000);
    const { outcome, status, payload } = trial;
    print(context, trial, [payload, `${service.host}: ${outcome}${status === null ? "" : ` (${status})`}`]);
    return outcome === "taken" ? 0 : 1;
  },
};
