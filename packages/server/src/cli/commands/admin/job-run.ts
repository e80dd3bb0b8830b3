import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { releaseMissed } from "../../../app/bookings/release-missed.ts";
import { noteWork } from "../../../app/health/jobs.ts";
import { indexWaiting } from "../../../app/objects/search-index.ts";
import { readDueFeeds } from "../../../jobs/feed-loop.ts";
import { clean } from "../../../jobs/job-loop.ts";
import { remind } from "../../../jobs/reminder-loop.ts";
import { runJobs } from "../../../jobs/run-jobs.ts";
import { sendEffects } from "../../../jobs/send-effects.ts";
import { effectsOf, JOBS } from "../../../loops.ts";
import { openMail } from "../../../mail/open-mail.ts";
import { agendaWords, reminderWords } from "../../../mail/reminder-words.ts";
import type { ServerConfig } from "../../../open-app.ts";
import { CommandProblem, type Command } from "../../command.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, print } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

interface Work {
  readonly app: App;
  readonly config: ServerConfig;
  /** Takes a failure; the work goes on. */
  readonly onError: (error: unknown) => void;
}

const goOn = (): boolean => false;

/** Has the mail transport for as long as something is sent. */
async function withEffects(
  { config }: Work,
  send: (effects: ReturnType<typeof effectsOf>) => Promise<void>,
): Promise<void> {
  const mail = openMail(config);
  try {
    await send(effectsOf(config, mail));
  } finally {
    mail?.transport.close();
  }
}

/** What a serving process does by itself, by name. */
const WORKS: Readonly<Record<string, (work: Work) => Promise<void>>> = {
  jobs: ({ app, onError }) => runJobs(app, JOBS, onError, goOn),
  messages: (work) => withEffects(work, (effects) => sendEffects(work.app, effects, work.onError, goOn)),
  reminders: (work) =>
    withEffects(work, (effects) => {
      const { publicUrl } = work.config;
      const words = { reminderWords: reminderWords(publicUrl), agendaWords: agendaWords(publicUrl) };
      return remind({ ...work, ...words, effects });
    }),
  feeds: ({ app, onError }) => readDueFeeds(app, onError),
  bookings: async ({ app }) => void (await releaseMissed(app, goOn)),
  search: async ({ app }) => void (await indexWaiting(app, goOn)),
  "clean-up": async ({ app }) => {
    if (!(await clean(app)))
      throw new CommandProblem(
        "The clock has jumped lately, so nothing is removed by it: try again in a day.",
      );
  },
};
const NAMES = Object.keys(WORKS).join(", ");

export const jobRun: Command = {
  name: "job run",
  summary: `Does now what is due and a running server does by itself: ${NAMES}. Beside a running server each thing is done once, by the one or the other.`,
  args: [{ name: "NAME", says: `One of ${NAMES}.` }],
  flags: JSON_FLAG,
  examples: ["job run feeds", "job run clean-up --json"],
  exits: "Something of it failed; each failure stands on the standard error.",
  async run(context) {
    const [name = ""] = context.positionals;
    const work = Object.hasOwn(WORKS, name) ? WORKS[name] : undefined;
    if (!work) throw new CommandProblem(`There is no work called ${printable(name)}. There are: ${NAMES}.`);
    const app = await context.openApp();
    unwrap(await noteWork(app, commandLineActor(), name));
    let failures = 0;
    const onError = (error: unknown): void => {
      failures++;
      context.stderr(`${printable(error instanceof Error ? error.message : String(error))}\n`);
    };
    await work({ app, config: context.config, onError });
    print(context, { name, failures }, [`${name}: ${failures === 0 ? "done" : `${failures} failed`}`]);
    return failures === 0 ? 0 : 1;
  },
};
