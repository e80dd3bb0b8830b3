import { linkPath } from "../../app/accounts/account-links.ts";
import { changeAccount } from "../../app/accounts/change-account.ts";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { invitePerson, renewLink, type SentLink } from "../../app/accounts/invite-person.ts";
import { commandLineActor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { personByLogin } from "../../app/sign-in/person-by-login.ts";
import type { Principal } from "../../app/types.ts";
import { CommandProblem, required, type Command, type CommandContext } from "../command.ts";
import { printable } from "../printable.ts";
import { unwrap } from "../unwrap.ts";

/** An account as `--json` prints it. */
export const accountJson = ({ id, login, email, displayName, status, isAdmin }: Principal) => ({
  id,
  login,
  email,
  name: displayName,
  status,
  isAdmin,
});

type Changes = Parameters<typeof changeAccount>[3];

/** What an administrator does to an account on its page; the log says that the command line did it. */
const changing = (word: string, summary: string, changes: Changes): Command => ({
  name: `user ${word}`,
  usage: "WHO [--json]",
  summary: `${summary} WHO is their login or e-mail.`,
  options: { json: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const app = await context.openApp();
    const { id } = await personOf(app, context);
    return told(context, unwrap(await changeAccount(app, commandLineActor(), id, changes)));
  },
});

const rename: Command = {
  name: "user rename",
  usage: "WHO --name NAME [--json]",
  summary: "Gives somebody another name.",
  options: { name: { type: "string" }, json: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const displayName = required(context, "name");
    const app = await context.openApp();
    const { id } = await personOf(app, context);
    return told(context, unwrap(await changeAccount(app, commandLineActor(), id, { displayName })));
  },
};

const invite: Command = {
  name: "user invite",
  usage: "EMAIL --name NAME [--admin] [--swedish] [--json]",
  summary:
    "Makes an account that its owner completes by a link, which is sent by mail where mail is set up, and printed.",
  options: {
    name: { type: "string" },
    admin: { type: "boolean" },
    swedish: { type: "boolean" },
    json: { type: "boolean" },
  },
  positionals: 1,
  async run(context) {
    const [email = ""] = context.positionals;
    const invitation = {
      email,
      displayName: required(context, "name"),
      isAdmin: context.values["admin"] === true,
      language: context.values["swedish"] === true ? ("sv" as const) : ("en-GB" as const),
    };
    const origin = addressOf(context);
    const app = await context.openApp();
    return toldLink(context, unwrap(await invitePerson(app, commandLineActor(), invitation, origin)), origin);
  },
};

const link: Command = {
  name: "user link",
  usage: "WHO [--json]",
  summary:
    "Makes a link by which somebody chooses a new password, or completes an invitation; the earlier one ends.",
  options: { json: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const origin = addressOf(context);
    const app = await context.openApp();
    const { id } = await personOf(app, context);
    return toldLink(context, unwrap(await renewLink(app, commandLineActor(), id, origin)), origin);
  },
};

const remove: Command = {
  name: "user delete",
  usage: "WHO [--calendars-to WHO] [--json]",
  summary:
    "Deletes an account; until the grace period is over, user activate brings it back. Its calendars may go to somebody else, for good.",
  options: { "calendars-to": { type: "string" }, json: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const app = await context.openApp();
    const person = await personOf(app, context);
    const heir = context.values["calendars-to"];
    const to = typeof heir === "string" ? (await personNamed(app, heir)).id : undefined;
    unwrap(await deleteAccount(app, commandLineActor(), person.id, to));
    return told(context, { ...person, status: "deleted" });
  },
};

export const accountCommands: readonly Command[] = [
  invite,
  link,
  rename,
  changing("suspend", "Signs somebody out everywhere, and lets them in no more; all data stays.", {
    status: "suspended",
  }),
  changing("activate", "Lets somebody in again who is suspended or deleted.", { status: "active" }),
  changing("promote", "Makes somebody an administrator.", { isAdmin: true }),
  changing("demote", "Makes an administrator a member.", { isAdmin: false }),
  remove,
];

const personOf = (app: App, { positionals: [name = ""] }: CommandContext): Promise<Principal> =>
  personNamed(app, name);

/** Also one who is suspended or deleted. */
async function personNamed(app: App, name: string): Promise<Principal> {
  const found = await app.storage.read(async (tx) => {
    const people = await tx.principals.list("person");
    const is = (text: string | null): boolean => text?.toLowerCase() === name.toLowerCase();
    return people.find(({ login, email }) => is(login) || is(email)) ?? (await personByLogin(tx, name));
  });
  if (!found) throw new CommandProblem(`There is nobody with the e-mail or login ${printable(name)}.`);
  return found;
}

/** Links lead to the address that people use. */
function addressOf({ config }: CommandContext): string {
  if (config.publicUrl !== null) return config.publicUrl;
  throw new CommandProblem("A link needs SNART_PUBLIC_URL, the address that people reach the server by.");
}

function told({ values, stdout }: CommandContext, account: Principal): number {
  const { login, email, displayName, status, isAdmin } = account;
  const cells = [login, email ?? "", displayName, status, isAdmin ? "administrator" : "member"];
  stdout(
    values["json"] === true
      ? `${JSON.stringify(accountJson(account))}\n`
      : `${cells.map(printable).join("\t")}\n`,
  );
  return 0;
}

function toldLink(
  { values, stdout }: CommandContext,
  { principal, issued, isMailed }: SentLink,
  origin: string,
): number {
  const url = origin + linkPath(issued);
  const expiresAt = new Date(issued.expiresAt).toISOString();
  const json = { ...accountJson(principal), link: { kind: issued.kind, url, expiresAt, isMailed } };
  stdout(values["json"] === true ? `${JSON.stringify(json)}\n` : `${url}\n`);
  return 0;
}
