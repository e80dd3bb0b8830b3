import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { listBookables, type SeenBookable } from "../../../app/bookings/bookables.ts";
import { removeBookable } from "../../../app/bookings/remove-bookable.ts";
import { CommandProblem, type Command, type CommandContext } from "../../command.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, printRow, printRows } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const bookableJson = ({ principal, inForce }: SeenBookable) => ({
  id: principal.id,
  name: principal.displayName,
  status: principal.status,
  isOpen: inForce !== undefined,
});

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
  args: [{ name: "NAME", says: "What it is called, or its id." }],
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

export const bookableCommands: readonly Command[] = [list, remove];
