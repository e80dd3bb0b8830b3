import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createBookable, type NewBookable } from "../../app/bookings/bookables.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** Makes somebody an administrator who manages a board. @returns what makes a room of that board with some rules */
export async function roomMaker(
  app: App,
  manager: Actor,
): Promise<(name: string, rules: NewBookable["rules"]) => Promise<PrincipalId>> {
  const { principalId } = manager;
  await app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const board = await createGroup(app, manager, "Board", new Map([[principalId, { isManager: true }]]));
  if (!board.ok) throw new Error(board.problem.code);
  const managersId = board.value;
  const rest = {
    type: "ROOM",
    managersId,
    labels: ["wash"],
    description: "",
    place: "",
    capacity: null,
  } as const;
  return async (name, rules) => {
    const made = await createBookable(app, manager, { name, rules, ...rest });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    return made.value;
  };
}
