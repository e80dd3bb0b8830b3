import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createBookable, type NewBookable } from "../../app/bookings/bookables.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { ANY_TIME } from "./rules.ts";

/**
 * Makes somebody an administrator who manages a board.
 * @returns what makes a thing of that board that can be booked at any time, unless `given` says otherwise
 */
export async function bookableMaker(
  app: App,
  manager: Actor,
): Promise<(given?: Partial<NewBookable>) => Promise<PrincipalId>> {
  const { principalId } = manager;
  await app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const board = await createGroup(app, manager, "Board", new Map([[principalId, { isManager: true }]]));
  if (!board.ok) throw new Error(board.problem.code);
  const managersId = board.value;
  const usual: NewBookable = {
    name: "Blue room",
    type: "ROOM",
    managersId,
    labels: [],
    description: "",
    place: "",
    capacity: null,
    rules: ANY_TIME,
  };
  return async (given = {}) => {
    const made = await createBookable(app, manager, { ...usual, ...given });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    return made.value;
  };
}

/** The same for rooms that wash, with some rules. */
export async function roomMaker(
  app: App,
  manager: Actor,
): Promise<(name: string, rules: NewBookable["rules"]) => Promise<PrincipalId>> {
  const make = await bookableMaker(app, manager);
  return (name, rules) => make({ name, rules, labels: ["wash"] });
}
