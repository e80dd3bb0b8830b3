import { endSignIn, listSignIns, type SignIn } from "../../../app/sign-in/sign-ins.ts";
import { actorOfUser } from "../../actor-of-user.ts";
import { CommandProblem, UsageProblem, type Command, type CommandContext } from "../../command.ts";
import { WHO } from "../../person-named.ts";
import { JSON_FLAG, printRows, timeOf } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const sessionJson = ({ id, createdAt, lastUsedAt, expiresAt, userAgent }: SignIn) => ({
  id,
  createdAt: timeOf(createdAt),
  lastUsedAt: timeOf(lastUsedAt),
  expiresAt: timeOf(expiresAt),
  browser: userAgent,
});

const told = (context: CommandContext, sessions: readonly SignIn[]): number =>
  printRows(context, sessions.map(sessionJson), ({ id, lastUsedAt, expiresAt, browser }) => [
    id,
    lastUsedAt,
    expiresAt,
    browser,
  ]);

const list: Command = {
  name: "session list",
  summary:
    "Lists the browsers in which somebody is signed in: id, last use (to the day), end (UTC), browser; separated by tabs.",
  args: [WHO],
  flags: JSON_FLAG,
  examples: ["session list nils"],
  async run(context) {
    const [who = ""] = context.positionals;
    const app = await context.openApp();
    return told(context, await listSignIns(app, await actorOfUser(app, who)));
  },
};

const end: Command = {
  name: "session end",
  summary: "Signs somebody out in one browser, or with --all in every one. Prints which.",
  args: [WHO],
  flags: {
    id: { value: "ID", says: "The one to end, as session list names it." },
    all: { says: "Ends all of them." },
    ...JSON_FLAG,
  },
  examples: ["session end nils --all"],
  async run(context) {
    const [who = ""] = context.positionals;
    const { id, all } = context.values;
    if ((typeof id === "string") === (all === true))
      throw new UsageProblem("Either --id or --all is needed.");
    const app = await context.openApp();
    const actor = await actorOfUser(app, who);
    const chosen = (await listSignIns(app, actor)).filter((it) => all === true || it.id === id);
    if (all !== true && chosen.length === 0) throw new CommandProblem("There is no such session.");
    for (const session of chosen) unwrap(await endSignIn(app, actor, session.id));
    return told(context, chosen);
  },
};

export const sessionCommands: readonly Command[] = [list, end];
