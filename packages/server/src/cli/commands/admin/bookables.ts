import { tidyEquipment } from "@snart/calendar/booking/equipment/equipment.ts";
import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { createBookable, listBookables, type SeenBookable } from "../../../app/bookings/bookables.ts";
import { changeBookable, type BookableChanges } from "../../../app/bookings/change-bookable.ts";
import { removeBookable } from "../../../app/bookings/remove-bookable.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { CommandProblem, required, UsageProblem, type Command, type CommandContext } from "../../command.ts";
import { jsonIn } from "../../json-file.ts";
import { wholeNumber } from "../../numbers.ts";
import { groupNamed } from "./groups.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, print, printRow, printRows } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const bookableJson = ({ principal, bookable, inForce }: SeenBookable) => ({
  id: principal.id,
  name: principal.displayName,
  status: principal.status,
  isOpen: inForce !== undefined,
  type: bookable.type,
  description: bookable.description,
  place: bookable.place,
  capacity: bookable.capacity,
  equipment: bookable.equipment,
  managersId: bookable.managersId,
  rulesVersion: inForce?.version ?? 0,
});
const THING = { name: "NAME", says: "What it is called, or its id." } as const;

const cellsOf = ({ id, name, status, isOpen }: ReturnType<typeof bookableJson>) => [
  id,
  name,
  status,
  isOpen ? "has rules" : "without rules",
];

async function bookableOf(app: App, { positionals: [named = ""] }: CommandContext): Promise<SeenBookable> {
  const is = (text: string): boolean => text.toLowerCase() === named.toLowerCase();
  const found = (await listBookables(app, commandLineActor())).filter(
    ({ principal }) => principal.id === named || is(principal.displayName),
  );
  const [bookable, another] = found;
  if (!bookable) throw new CommandProblem(`There is nothing to book that is called ${printable(named)}.`);
  if (another) throw new CommandProblem(`Several are called ${printable(named)}: name one by its id.`);
  return bookable;
}

const list: Command = {
  name: "bookable list",
  summary: "Lists everything that can be booked: id, name, state, whether it has rules; separated by tabs.",
  args: [],
  flags: JSON_FLAG,
  examples: ["bookable list"],
  calls: ["Bookable/get"],
  async run(context) {
    const bookables = await listBookables(await context.openApp(), commandLineActor());
    return printRows(context, bookables.map(bookableJson), cellsOf);
  },
};

const remove: Command = {
  name: "bookable delete",
  summary:
    "Removes something that can be booked; what is booked of it is given up, and whoever booked it is told.",
  args: [THING],
  flags: JSON_FLAG,
  examples: ['bookable delete "Guest flat"'],
  calls: ["Bookable/set"],
  async run(context) {
    const app = await context.openApp();
    const found = await bookableOf(app, context);
    unwrap(await removeBookable(app, commandLineActor(), found.principal.id));
    return printRow(context, bookableJson(found), cellsOf);
  },
};

/** Prints one as it is now. */
async function toldAgain(context: CommandContext, app: App, id: PrincipalId): Promise<number> {
  const found = (await listBookables(app, commandLineActor())).find(({ principal }) => principal.id === id);
  if (!found) throw new CommandProblem("It is not there any more.");
  return printRow(context, bookableJson(found), cellsOf);
}

const ABOUT = {
  description: { value: "TEXT", says: "What people should know of it." },
  place: { value: "TEXT", says: "Where it is." },
  capacity: { value: "N", says: "How many people it takes, at most." },
  equipment: { value: "WORDS", says: "What it has, with commas between them; an empty text takes all away." },
} as const;
const RULES = {
  value: "FILE",
  says: "A file with its rules as JSON, as bookable rules prints them; - is the standard input.",
} as const;

/** What was said of it; what was not said stays. */
const aboutIn = (context: CommandContext): BookableChanges => {
  const { description, place, capacity, equipment } = context.values;
  return {
    ...(typeof description === "string" && { description }),
    ...(typeof place === "string" && { place }),
    ...(typeof capacity === "string" && { capacity: wholeNumber(context, "capacity", 1) }),
    ...(typeof equipment === "string" && { equipment: tidyEquipment(equipment.split(",")) }),
  };
};

const add: Command = {
  name: "bookable add",
  summary: "Makes something that can be booked, by rules, with the group that manages it.",
  args: [{ name: "NAME", says: "What it is called." }],
  flags: {
    managers: { value: "GROUP", says: "The group that manages it: its name or id.", isRequired: true },
    rules: { ...RULES, isRequired: true },
    type: { value: "room|resource", says: "Whether people meet in it; resource if it is not said." },
    ...ABOUT,
    ...JSON_FLAG,
  },
  examples: ['bookable add Laundry --managers "The board" --rules laundry.json'],
  calls: ["Bookable/set"],
  async run(context) {
    const [name = ""] = context.positionals;
    const { type = "resource" } = context.values;
    if (type !== "room" && type !== "resource") throw new UsageProblem("--type is room or resource.");
    const [managers, file] = [required(context, "managers"), required(context, "rules")];
    const rules = await jsonIn(context, file);
    const app = await context.openApp();
    const managersId = (await groupNamed(app, managers)).principal.id;
    const fields = { description: "", place: "", capacity: null, labels: [], ...aboutIn(context) };
    const kind = type === "room" ? "ROOM" : "RESOURCE";
    const given = { ...fields, name, type: kind, managersId, rules } as const;
    return toldAgain(context, app, unwrap(await createBookable(app, commandLineActor(), given)));
  },
};

const change: Command = {
  name: "bookable change",
  summary:
    "Changes something that can be booked; what is not said stays. Other rules become a new version, and what is booked stays booked.",
  args: [THING],
  flags: {
    name: { value: "NAME", says: "What it is called from now on." },
    rules: RULES,
    ...ABOUT,
    ...JSON_FLAG,
  },
  examples: ["bookable change Laundry --rules laundry.json"],
  calls: ["Bookable/set"],
  async run(context) {
    const { name, rules: file } = context.values;
    const changes: BookableChanges = {
      ...aboutIn(context),
      ...(typeof name === "string" && { name }),
      ...(typeof file === "string" && { rules: await jsonIn(context, file) }),
    };
    if (Object.keys(changes).length === 0) throw new UsageProblem("Say what to change.");
    const app = await context.openApp();
    const { id } = (await bookableOf(app, context)).principal;
    unwrap(await changeBookable(app, commandLineActor(), id, changes));
    return toldAgain(context, app, id);
  },
};

const rules: Command = {
  name: "bookable rules",
  summary: "Prints the rules that are in force, as JSON that bookable add and change take.",
  args: [THING],
  flags: { json: { says: "On one line, with their version." } },
  examples: ["bookable rules Laundry > laundry.json"],
  calls: ["Bookable/get"],
  exits: "There is no such thing, or it has no rules yet.",
  async run(context) {
    const { inForce } = await bookableOf(await context.openApp(), context);
    if (!inForce) throw new CommandProblem("It has no rules yet.");
    const { version, prepared } = inForce;
    return print(context, { version, rules: prepared.rules }, [JSON.stringify(prepared.rules, null, 2)]);
  },
};

export const bookableCommands: readonly Command[] = [list, add, change, rules, remove];
