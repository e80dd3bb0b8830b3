import { familyName } from "../../../app/bookables/household-label.ts";
import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import {
  changeHousehold,
  createHousehold,
  type HouseholdChanges,
} from "../../../app/households/change-household.ts";
import { listHouseholds, type SeenHousehold } from "../../../app/households/households.ts";
import { makeLetters, setPin } from "../../../app/households/letters.ts";
import { removeHousehold } from "../../../app/households/remove-household.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { addressOf } from "../../address-of.ts";
import { CommandProblem, UsageProblem, type Command, type CommandContext } from "../../command.ts";
import { personNamed } from "../../person-named.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, print, printRow, printRows, timeOf } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const HOUSEHOLD = { name: "HOUSEHOLD", says: "Its number or label in the house, or its id." } as const;
/** Of the invitations. */
const SWEDISH = { swedish: { says: "Who is invited is written to in Swedish." } } as const;

const householdJson = ({ principal, household, people, tags, lastBookedAt, upcoming }: SeenHousehold) => ({
  id: principal.id,
  label: household.label,
  name: familyName(principal, household),
  people: people.map(({ login, email, displayName, status }) => ({
    login,
    email,
    name: displayName,
    status,
  })),
  tags: tags.map(({ number, isBlocked }) => ({ number, isBlocked })),
  hasPin: household.pinHash !== null,
  letterEndsAt: timeOf(household.letterExpiresAt),
  lastBookedAt: timeOf(lastBookedAt),
  upcoming,
});

const cellsOf = ({ id, label, name, people, tags, hasPin, upcoming }: ReturnType<typeof householdJson>) => [
  id,
  label,
  name === "" ? null : name,
  people.map(({ login }) => login).join(" ") || null,
  `${tags.length} tags`,
  hasPin ? "PIN" : "no PIN",
  `${upcoming} bookings`,
];

/** @throws CommandProblem if there is none, or there are several of that label */
async function householdOf(app: App, { positionals: [named = ""] }: CommandContext): Promise<SeenHousehold> {
  const is = (text: string): boolean => text.toLowerCase() === named.toLowerCase();
  const found = (await listHouseholds(app, commandLineActor())).filter(
    ({ principal, household }) => principal.id === named || is(household.label),
  );
  const [household, another] = found;
  if (!household) throw new CommandProblem(`There is no household ${printable(named)}.`);
  if (another) throw new CommandProblem(`Several households are ${printable(named)}: name one by its id.`);
  return household;
}

/** Prints one as it is now. */
async function toldAgain(context: CommandContext, app: App, id: PrincipalId): Promise<number> {
  const found = (await listHouseholds(app, commandLineActor())).find(({ principal }) => principal.id === id);
  if (!found) throw new CommandProblem("It is not there any more.");
  return printRow(context, householdJson(found), cellsOf);
}

const invitingOf = ({ values }: CommandContext) => ({
  language: values["swedish"] === true ? ("sv" as const) : ("en-GB" as const),
  mailFrom: undefined,
});

const list: Command = {
  name: "household list",
  summary:
    "Lists all households: id, label, name, logins of their people, tags, whether they have a PIN, bookings to come; separated by tabs.",
  args: [],
  flags: JSON_FLAG,
  examples: ["household list"],
  calls: ["Household/get"],
  async run(context) {
    const households = await listHouseholds(await context.openApp(), commandLineActor());
    return printRows(context, households.map(householdJson), cellsOf);
  },
};

const add: Command = {
  name: "household add",
  summary: "Makes a household, a group that books as one.",
  args: [{ name: "LABEL", says: "What the house calls it, such as 1102." }],
  flags: { name: { value: "NAME", says: "Whose it is." }, ...SWEDISH, ...JSON_FLAG },
  examples: ["household add 1102 --name Berg"],
  calls: ["Household/set"],
  async run(context) {
    const [label = ""] = context.positionals;
    const { name } = context.values;
    const app = await context.openApp();
    const given = { label, name: typeof name === "string" ? name : "", people: [] };
    const made = unwrap(await createHousehold(app, commandLineActor(), given, invitingOf(context)));
    return toldAgain(context, app, made);
  },
};

const change: Command = {
  name: "household change",
  summary:
    "Changes a household: its label, its name, who belongs to it, and the tags that open for it. Somebody without an account is invited, without a mail: user link makes a link for them.",
  args: [HOUSEHOLD],
  flags: {
    label: { value: "LABEL", says: "The new label." },
    name: { value: "NAME", says: "The new name." },
    "add-person": { value: "EMAIL", says: "Who comes to it." },
    "remove-person": { value: "WHO", says: "Who goes from it, by login or e-mail." },
    "add-tag": { value: "NUMBER", says: "A tag that opens for it, also one that was blocked." },
    "block-tag": { value: "NUMBER", says: "A tag that opens no more." },
    "remove-tag": { value: "NUMBER", says: "A tag that is not its own any more." },
    ...SWEDISH,
    ...JSON_FLAG,
  },
  examples: ["household change 1102 --add-person nora@example.com"],
  calls: ["Household/set"],
  async run(context) {
    const app = await context.openApp();
    const { id } = (await householdOf(app, context)).principal;
    const changes = await changesOf(app, context);
    unwrap(await changeHousehold(app, commandLineActor(), id, changes, invitingOf(context)));
    return toldAgain(context, app, id);
  },
};

async function changesOf(app: App, { values }: CommandContext): Promise<HouseholdChanges> {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const [label, name, email, gone] = ["label", "name", "add-person", "remove-person"].map(text);
  const tags = new Map<string, { readonly isBlocked: boolean } | null>();
  for (const [flag, tag] of [
    ["add-tag", { isBlocked: false }],
    ["block-tag", { isBlocked: true }],
    ["remove-tag", null],
  ] as const) {
    const number = text(flag);
    if (number !== undefined) tags.set(number, tag);
  }
  if (tags.size === 0 && [label, name, email, gone].every((it) => it === undefined))
    throw new UsageProblem("Nothing is to be changed.");
  return {
    ...(label !== undefined && { label }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { addPeople: [{ email, name: "" }] }),
    ...(gone !== undefined && { removePeople: [(await personNamed(app, gone)).id] }),
    tags,
  };
}

const letter: Command = {
  name: "household letter",
  summary:
    "Makes what stands in a household’s letter: a link to join it and a PIN for the door. The former ones end, and these are shown only here.",
  args: [HOUSEHOLD],
  flags: JSON_FLAG,
  examples: ["household letter 1102"],
  calls: ["Household/letters"],
  async run(context) {
    const origin = addressOf(context);
    const app = await context.openApp();
    const { id } = (await householdOf(app, context)).principal;
    const made = unwrap(await makeLetters(app, commandLineActor(), [id]));
    const letters = made.map(({ code, pin, expiresAt }) => ({
      url: `${origin}/h/${code}`,
      pin,
      endsAt: timeOf(expiresAt),
    }));
    return printRows(context, letters, (one) => [one.url, one.pin, one.endsAt]);
  },
};

const pin: Command = {
  name: "household pin",
  summary:
    "Makes a new PIN for a household’s door, and prints it: it is shown only here, and the former one ends.",
  args: [HOUSEHOLD],
  flags: JSON_FLAG,
  examples: ["household pin 1102"],
  calls: ["Household/pin"],
  async run(context) {
    const app = await context.openApp();
    const { id } = (await householdOf(app, context)).principal;
    const made = unwrap(await setPin(app, commandLineActor(), id));
    return print(context, { pin: made }, [made]);
  },
};

const remove: Command = {
  name: "household delete",
  summary: "Deletes a household and gives up what it has booked.",
  args: [HOUSEHOLD],
  flags: JSON_FLAG,
  examples: ["household delete 1102"],
  calls: ["Household/set"],
  async run(context) {
    const app = await context.openApp();
    const found = await householdOf(app, context);
    unwrap(await removeHousehold(app, commandLineActor(), found.principal.id));
    return printRow(context, householdJson(found), cellsOf);
  },
};

export const householdCommands: readonly Command[] = [list, add, change, letter, pin, remove];
