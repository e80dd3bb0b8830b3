import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createHousehold } from "../../app/households/change-household.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** Makes a household of people whose addresses are `LOGIN@example.com`, by an administrator. @returns its id */
export async function makeHousehold(
  app: App,
  administrator: Actor,
  label: string,
  logins: readonly string[],
): Promise<PrincipalId> {
  const people = logins.map((login) => ({ email: `${login}@example.com`, name: "" }));
  const inviting = { language: "en-GB", mailFrom: undefined } as const;
  const made = await createHousehold(app, administrator, { label, name: "", people }, inviting);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value;
}
