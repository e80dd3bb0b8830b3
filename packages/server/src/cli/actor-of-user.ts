import { mintActor, type Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { personByLogin } from "../app/sign-in/person-by-login.ts";
import { CommandProblem } from "./command.ts";

/** The person with this e-mail or login, to act for: anybody who can run the command line has the data anyway. */
export async function actorOfUser(app: App, name: string): Promise<Actor> {
  const principal = await app.storage.read((tx) => personByLogin(tx, name));
  if (!principal) throw new CommandProblem(`There is nobody with the e-mail or login ${name}.`);
  const { id, login, isAdmin } = principal;
  return mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
}
