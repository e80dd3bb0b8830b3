import { linkPath } from "../../app/accounts/account-links.ts";
import { changeAccount } from "../../app/accounts/change-account.ts";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { invitePerson, renewLink, type SentLink } from "../../app/accounts/invite-person.ts";
import { commandLineActor } from "../../app/actor.ts";
import { removeSecondStepOf } from "../../app/sign-in-ways/change-second-step.ts";
import type { Principal } from "../../app/types.ts";
import { addressOf } from "../address-of.ts";
import { CommandProblem, required, type Argument, type Command, type CommandContext } from "../command.ts";
import { personNamed, personOf, WHO } from "../person-named.ts";
import { JSON_FLAG, lineOf, print } from "../print-rows.ts";
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

interface Changing {
  readonly word: string;
  readonly summary: string;
  readonly more?: readonly Argument[];
  readonly flags?: Command["flags"];
  readonly example: string;
  readonly changes: (context: CommandContext, person: Principal) => Changes;
}

/** What an administrator does to an account on its page; the log says that the command line did it. */
const changing = ({ word, summary, more = [], flags = {}, example, changes }: Changing): Command => ({
  name: `user ${word}`,
  summary,
  args: [WHO, ...more],
  flags: { ...flags, ...JSON_FLAG },
  examples: [`user ${example}`],
  calls: ["Account/set"],
  async run(context) {
    const app = await context.openApp();
    const person = await personOf(app, context);
    const change = changes(context, person);
    return told(context, unwrap(await changeAccount(app, commandLineActor(), person.id, change)));
  },
});

const EMAIL: Argument = { name: "EMAIL", says: "The address." };
const LOGIN: Argument = { name: "LOGIN", says: "The new one." };
const secondArgument = ({ positionals: [, text = ""] }: CommandContext): string => text;

const CHANGES: readonly Changing[] = [
  {
    word: "rename",
    summary: "Gives somebody another name.",
    flags: { name: { value: "NAME", says: "The new one.", isRequired: true } },
    example: 'rename nils --name "Nils Ek"',
    changes: (context) => ({ displayName: required(context, "name") }),
  },
  {
    word: "address",
    summary:
      "Gives somebody another e-mail address. The former one stays theirs: invitations to it still come.",
    more: [EMAIL],
    example: "address nils nils@new.example",
    changes: (context) => ({ email: secondArgument(context) }),
  },
  {
    word: "login",
    summary: "Gives somebody another user name. Devices that have the former one go on with it.",
    more: [LOGIN],
    example: "login elin-2 elin",
    changes: (context) => ({ login: secondArgument(context) }),
  },
  {
    word: "forget-address",
    summary: "Gives a former address of somebody up, so that somebody else may have it.",
    more: [EMAIL],
    example: "forget-address nils nils@old.example",
    changes(context, { formerEmails }) {
      const kept = formerEmails.filter((it) => it.toLowerCase() !== secondArgument(context).toLowerCase());
      if (kept.length === formerEmails.length)
        throw new CommandProblem("That is no former address of theirs.");
      return { formerEmails: kept };
    },
  },
  {
    word: "photo-remove",
    summary: "Takes somebody's photo away; their initials are shown instead.",
    example: "photo-remove nils",
    changes(_context, { photoId }) {
      if (photoId === undefined) throw new CommandProblem("They have no photo.");
      return { photoId: null };
    },
  },
  {
    word: "suspend",
    summary: "Signs somebody out everywhere, and lets them in no more; all data stays.",
    example: "suspend nils",
    changes: () => ({ status: "suspended" }),
  },
  {
    word: "activate",
    summary: "Lets somebody in again who is suspended or deleted.",
    example: "activate nils",
    changes: () => ({ status: "active" }),
  },
  {
    word: "promote",
    summary: "Makes somebody an administrator.",
    example: "promote nils",
    changes: () => ({ isAdmin: true }),
  },
  {
    word: "demote",
    summary: "Makes an administrator a member.",
    example: "demote nils",
    changes: () => ({ isAdmin: false }),
  },
];

const invite: Command = {
  name: "user invite",
  summary:
    "Makes an account that its owner completes by a link, which is sent by mail where mail is set up, and printed.",
  args: [{ name: "EMAIL", says: "Their address." }],
  flags: {
    name: { value: "NAME", says: "What they are called.", isRequired: true },
    admin: { says: "As an administrator." },
    swedish: { says: "They are written to in Swedish." },
    ...JSON_FLAG,
  },
  examples: ['user invite nora@example.com --name "Nora Berg"'],
  calls: ["Account/set"],
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
  summary:
    "Makes a link by which somebody chooses a new password, or completes an invitation; the earlier one ends.",
  args: [WHO],
  flags: JSON_FLAG,
  examples: ["user link nils"],
  calls: ["Account/link"],
  async run(context) {
    const origin = addressOf(context);
    const app = await context.openApp();
    const { id } = await personOf(app, context);
    return toldLink(context, unwrap(await renewLink(app, commandLineActor(), id, origin)), origin);
  },
};

const secondStepOff: Command = {
  name: "user second-step-off",
  summary: "Lets somebody who has lost their phone and their recovery codes in by the password alone.",
  args: [WHO],
  flags: JSON_FLAG,
  examples: ["user second-step-off nils"],
  calls: ["Account/removeSecondStep"],
  async run(context) {
    const app = await context.openApp();
    const person = await personOf(app, context);
    unwrap(await removeSecondStepOf(app, commandLineActor(), person.id));
    return told(context, person);
  },
};

const remove: Command = {
  name: "user delete",
  summary:
    "Deletes an account; until the grace period is over, user activate brings it back. Its calendars may go to somebody else, for good.",
  args: [WHO],
  flags: { "calendars-to": { value: "WHO", says: "Who gets their calendars." }, ...JSON_FLAG },
  examples: ["user delete nils --calendars-to elin"],
  calls: ["Account/set"],
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
  ...CHANGES.map(changing),
  secondStepOff,
  remove,
];

const told = (context: CommandContext, account: Principal): number =>
  print(context, accountJson(account), [accountLine(account)]);

/** An account as a line: login, e-mail, name, state, role. */
export const accountLine = ({ login, email, displayName, status, isAdmin }: Principal): string =>
  lineOf([login, email ?? "", displayName, status, isAdmin ? "administrator" : "member"]);

function toldLink(
  context: CommandContext,
  { principal, issued, isMailed }: SentLink,
  origin: string,
): number {
  const url = origin + linkPath(issued);
  const expiresAt = new Date(issued.expiresAt).toISOString();
  const link = { kind: issued.kind, url, expiresAt, isMailed };
  return print(context, { ...accountJson(principal), link }, [url]);
}
