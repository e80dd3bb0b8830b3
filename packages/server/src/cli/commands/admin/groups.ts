import { deleteAccount } from "../../../app/accounts/delete-account.ts";
import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { changeGroup, createGroup, restoreGroup } from "../../../app/groups/change-group.ts";
import { listGroups, type Group } from "../../../app/groups/groups.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { CommandProblem, required, type Command, type CommandContext } from "../../command.ts";
import { personNamed, WHO } from "../../person-named.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, printRow, printRows } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const GROUP = { name: "GROUP", says: "Its name, or its id." } as const;

const groupJson = ({ principal, members, calendars, householdLabel }: Group) => ({
  id: principal.id,
  name: principal.displayName,
  status: principal.status === "deleted" ? "deleted" : "active",
  members: members.map(({ principal: { login, email, displayName }, isManager }) => ({
    login,
    email,
    name: displayName,
    isManager,
  })),
  calendars,
  household: householdLabel,
});

const cellsOf = ({ id, name, status, members, calendars }: ReturnType<typeof groupJson>) => [
  id,
  name,
  status,
  `${members.length} members`,
  `${calendars} calendars`,
  members.map(({ login, isManager }) => (isManager ? `${login}*` : login)).join(" ") || null,
];

/** @throws CommandProblem for a name that no group has, or several */
export async function groupNamed(app: App, name: string): Promise<Group> {
  const groups = await listGroups(app, commandLineActor());
  const is = (text: string): boolean => text.toLowerCase() === name.toLowerCase();
  const found = groups.filter(({ principal: { id, displayName } }) => id === name || is(displayName));
  const [group, another] = found;
  if (!group) throw new CommandProblem(`There is no group ${printable(name)}.`);
  if (another) throw new CommandProblem(`Several groups are called ${printable(name)}: name one by its id.`);
  return group;
}

const groupOf = (app: App, { positionals: [name = ""] }: CommandContext): Promise<Group> =>
  groupNamed(app, name);

/** Prints one as it is now. */
async function toldAgain(context: CommandContext, app: App, id: PrincipalId): Promise<number> {
  const found = (await listGroups(app, commandLineActor())).find(({ principal }) => principal.id === id);
  if (!found) throw new CommandProblem("It is not there any more.");
  return printRow(context, groupJson(found), cellsOf);
}

const list: Command = {
  name: "group list",
  summary:
    "Lists all groups, also deleted ones that can be brought back: id, name, state, members, calendars, and the logins of the members with * after a manager; separated by tabs.",
  args: [],
  flags: JSON_FLAG,
  examples: ["group list"],
  calls: ["Group/get"],
  async run(context) {
    const groups = await listGroups(await context.openApp(), commandLineActor());
    return printRows(context, groups.map(groupJson), cellsOf);
  },
};

const add: Command = {
  name: "group add",
  summary: "Makes a group with a first calendar of its own.",
  args: [{ name: "NAME", says: "What it is called." }],
  flags: {
    manager: { value: "WHO", says: "The login or e-mail of its manager.", isRequired: true },
    ...JSON_FLAG,
  },
  examples: ['group add "The board" --manager elin'],
  calls: ["Group/set"],
  async run(context) {
    const [name = ""] = context.positionals;
    const manager = required(context, "manager");
    const app = await context.openApp();
    const members = new Map([[(await personNamed(app, manager)).id, { isManager: true }]]);
    return toldAgain(context, app, unwrap(await createGroup(app, commandLineActor(), name, members)));
  },
};

const rename: Command = {
  name: "group rename",
  summary: "Gives a group another name.",
  args: [GROUP],
  flags: { name: { value: "NAME", says: "The new one.", isRequired: true }, ...JSON_FLAG },
  examples: ['group rename board --name "The board"'],
  calls: ["Group/set"],
  async run(context) {
    const name = required(context, "name");
    const app = await context.openApp();
    const { id } = (await groupOf(app, context)).principal;
    unwrap(await changeGroup(app, commandLineActor(), id, { name }));
    return toldAgain(context, app, id);
  },
};

const membership = (
  word: "join" | "leave",
  summary: string,
  memberOf: (context: CommandContext) => { readonly isManager: boolean } | null,
): Command => ({
  name: `group ${word}`,
  summary,
  args: [GROUP, WHO],
  flags: {
    ...(word === "join" && { manager: { says: "As a manager, also one who is a member already." } }),
    ...JSON_FLAG,
  },
  examples: [`group ${word} board nils`],
  calls: ["Group/set"],
  async run(context) {
    const [, who = ""] = context.positionals;
    const app = await context.openApp();
    const { id } = (await groupOf(app, context)).principal;
    const members = new Map([[(await personNamed(app, who)).id, memberOf(context)]]);
    unwrap(await changeGroup(app, commandLineActor(), id, { members }));
    return toldAgain(context, app, id);
  },
});

const remove: Command = {
  name: "group delete",
  summary:
    "Deletes a group; until the grace period is over, group restore brings it back. Its calendars may go to somebody else, for good.",
  args: [GROUP],
  flags: { "calendars-to": { value: "WHO", says: "Who gets its calendars." }, ...JSON_FLAG },
  examples: ["group delete board --calendars-to elin"],
  calls: ["Group/set"],
  async run(context) {
    const app = await context.openApp();
    const { principal, householdLabel } = await groupOf(app, context);
    if (householdLabel !== null)
      throw new CommandProblem("It is a household: snart household delete takes its bookings with it.");
    const heir = context.values["calendars-to"];
    const to = typeof heir === "string" ? (await personNamed(app, heir)).id : undefined;
    unwrap(await deleteAccount(app, commandLineActor(), principal.id, to));
    return toldAgain(context, app, principal.id);
  },
};

const restore: Command = {
  name: "group restore",
  summary: "Brings a deleted group back.",
  args: [GROUP],
  flags: JSON_FLAG,
  examples: ["group restore board"],
  calls: ["Group/set"],
  async run(context) {
    const app = await context.openApp();
    const { id } = (await groupOf(app, context)).principal;
    unwrap(await restoreGroup(app, commandLineActor(), id));
    return toldAgain(context, app, id);
  },
};

export const groupCommands: readonly Command[] = [
  list,
  add,
  rename,
  membership("join", "Makes somebody a member of a group, or a manager of it.", ({ values }) => ({
    isManager: values["manager"] === true,
  })),
  membership("leave", "Takes somebody out of a group.", () => null),
  remove,
  restore,
];
