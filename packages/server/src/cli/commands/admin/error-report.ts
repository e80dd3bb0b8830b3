import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { errorReporting, tryErrorReporting } from "../../../app/health/error-reporting.ts";
import { setErrorService, storedErrorService } from "../../../app/health/error-service.ts";
import { errorReporterOf } from "../../../error-reporter-of.ts";
import { CommandProblem, type Command, type CommandContext } from "../../command.ts";
import { JSON_FLAG, print } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

/** Works with the service that is in force. */
async function withService(context: CommandContext, work: (app: App) => Promise<number>): Promise<number> {
  const app = await context.openApp();
  const reporter = errorReporterOf(context.config);
  await reporter.begin(() => app.storage.read(storedErrorService), 0);
  try {
    return await work({ ...app, errorService: reporter.service });
  } finally {
    await reporter.close(1_000);
  }
}

const test: Command = {
  name: "error-report test",
  summary:
    "Shows exactly what a report of an error holds, and sends that to the service in SNART_SENTRY_DSN, or else the chosen one, with --dry-run only shows it. What the serving process has sent stands on its page and in its log.",
  args: [],
  flags: { "dry-run": { says: "Sends nothing." }, ...JSON_FLAG },
  examples: ["error-report test --dry-run"],
  calls: ["Server/errorReporting", "Server/testErrorReporting"],
  exits: "The service did not take it, or none is chosen.",
  run: (context) =>
    withService(context, async (app) => {
      const { sample, host } = unwrap(await errorReporting(app, commandLineActor()));
      if (!sample)
        throw new CommandProblem(
          "Errors are not reported: no service is chosen, and SNART_SENTRY_DSN is not set.",
        );
      if (context.values["dry-run"] === true)
        return print(context, { payload: sample.payload }, [sample.payload]);
      const trial = unwrap(await tryErrorReporting(app, commandLineActor(), sample));
      const { outcome, status, payload } = trial;
      print(context, trial, [payload, `${host}: ${outcome}${status === null ? "" : ` (${status})`}`]);
      return outcome === "taken" ? 0 : 1;
    }),
};

/** What is in force after a change. */
async function printService(context: CommandContext, app: App): Promise<number> {
  const { host } = unwrap(await errorReporting(app, commandLineActor()));
  return print(context, { host }, [host ?? "nothing is sent"]);
}

/** The first line of the standard input. */
async function firstLine({ stdin }: CommandContext): Promise<string> {
  let text = "";
  for await (const chunk of stdin) {
    text += chunk.toString();
    if (text.includes("\n") || text.length > LONGEST_LINE) break;
  }
  return (text.split("\n", 1)[0] ?? "").trim();
}
const LONGEST_LINE = 2_000;

/** @throws CommandProblem where nobody can choose it here */
function mustBeOpen({ config }: CommandContext): void {
  if (config.sentryDsn !== null) throw new CommandProblem("SNART_SENTRY_DSN is set, and decides.");
}

const set: Command = {
  name: "error-report set",
  summary:
    "Chooses the service that errors are reported to, by its address (DSN) on the standard input, so that no list of processes shows it. A running server goes by it within seconds.",
  args: [],
  flags: JSON_FLAG,
  input: "DSN",
  examples: ["error-report set < dsn.txt"],
  calls: ["Server/setErrorReporting"],
  run: (context) =>
    withService(context, async (app) => {
      mustBeOpen(context);
      const dsn = await firstLine(context);
      if (app.errorService?.isAddress(dsn) !== true)
        throw new CommandProblem("That is no address of such a service: https://key@errors.example.org/1");
      unwrap(await setErrorService(app, commandLineActor(), dsn));
      return printService(context, app);
    }),
};

const clear: Command = {
  name: "error-report clear",
  summary: "Reports errors to nobody any more, and forgets the address of the service.",
  args: [],
  flags: JSON_FLAG,
  examples: ["error-report clear"],
  calls: ["Server/setErrorReporting"],
  run: (context) =>
    withService(context, async (app) => {
      mustBeOpen(context);
      unwrap(await setErrorService(app, commandLineActor(), null));
      return printService(context, app);
    }),
};

export const errorReportCommands: readonly Command[] = [test, set, clear];
