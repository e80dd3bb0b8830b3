import { createBookable, type NewBookable } from "../../app/bookings/bookables.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { JmapClient } from "../jmap-client.ts";
import { openTestDav } from "../test-dav.ts";
import type { TestJmap } from "../test-jmap.ts";
import { ANY_TIME, LAUNDRY } from "./rules.ts";

/** Elin, who administers the server and manages what can be booked, and Bengt, who books. */
export async function openBoard(options: Parameters<typeof openTestDav>[0] = {}) {
  const test = await openTestDav(options);
  const elin = await test.client("elin");
  const bengt = await test.client("bengt");
  const { principalId } = elin.actor;
  await test.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const members = new Map([[principalId, { isManager: true }]]);
  const group = await createGroup(test.app, elin.actor, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  const managersId = group.value;

  /** Makes something that can be booked at any time, unless `given` says otherwise. */
  async function make(given: Partial<NewBookable> = {}): Promise<PrincipalId> {
    const rest = { labels: [], description: "", place: "", capacity: null, rules: ANY_TIME };
    const fields = { name: "Blue room", type: "ROOM" as const, managersId, ...rest, ...given };
    const made = await createBookable(test.app, elin.actor, fields);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    return made.value;
  }
  return { test, elin, bengt, make };
}

/** Makes somebody an administrator and the manager of a laundry room by JMAP. @returns its id */
export async function makeLaundry(jmap: TestJmap, manager: JmapClient): Promise<string> {
  const { principalId } = manager.actor;
  await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const members = { [principalId]: { isManager: true } };
  const group = await manager.call("Group/set", { create: { g: { name: "Board", members } } });
  const managersId = group.created.g.id as string;
  const room = { name: "Tvättstuga", type: "ROOM", managersId, labels: ["wash"], rules: LAUNDRY };
  return (await manager.call("Bookable/set", { create: { b: room } })).created.b.id as string;
}
