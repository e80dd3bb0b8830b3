import { failed, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { insertPerson, personProblem, type NewPerson } from "./new-person.ts";
import type { Problem } from "../problems.ts";

/** Adds a person, for the command line: anybody who can run it has the data folder anyway. */
export async function addUser(app: App, person: NewPerson): Promise<Result<Principal, Problem>> {
  const problem = personProblem(app, person);
  if (problem) return failed(problem);
  const hash = await app.passwords.hash(person.password);
  return app.storage.write(async (tx) => {
    const added = await insertPerson(app, tx, person, hash);
    const detail = { role: person.isAdmin ? "administrator" : "member" };
    if (added.ok)
      await recordAudit(app, tx, { actorId: null, action: "user-added", subject: person.email, detail });
    return added;
  });
}

/** Everybody with an account, by login. */
export async function listUsers(app: App): Promise<readonly Principal[]> {
  const people = await app.storage.read((tx) => tx.principals.list("person"));
  return people.toSorted((a, b) => (a.login < b.login ? -1 : 1));
}
