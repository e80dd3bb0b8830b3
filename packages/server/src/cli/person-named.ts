import type { App } from "../app/app.ts";
import { personByLogin } from "../app/sign-in/person-by-login.ts";
import type { Principal } from "../app/types.ts";
import { CommandProblem, type Argument, type CommandContext } from "./command.ts";
import { printable } from "./printable.ts";

/** The argument that names somebody. */
export const WHO: Argument = { name: "WHO", says: "Their login or e-mail." };

/** Whom the first argument names. */
export const personOf = (app: App, { positionals: [name = ""] }: CommandContext): Promise<Principal> =>
  personNamed(app, name);

/** Somebody by login or e-mail, also one who is suspended or deleted. @throws CommandProblem if there is nobody */
export async function personNamed(app: App, name: string): Promise<Principal> {
  const found = await app.storage.read(async (tx) => {
    const people = await tx.principals.list("person");
    const is = (text: string | null): boolean => text?.toLowerCase() === name.toLowerCase();
    return people.find(({ login, email }) => is(login) || is(email)) ?? (await personByLogin(tx, name));
  });
  if (!found) throw new CommandProblem(`There is nobody with the e-mail or login ${printable(name)}.`);
  return found;
}
