import type { JmapClient } from "../jmap-client.ts";
import { openTestDav } from "../test-dav.ts";
import type { TestJmap } from "../test-jmap.ts";
import { bookableMaker } from "./make-rooms.ts";
import { LAUNDRY } from "./rules.ts";

/** Elin, who administers the server and manages what can be booked, and Bengt, who books. */
export async function openBoard(options: Parameters<typeof openTestDav>[0] = {}) {
  const test = await openTestDav(options);
  const elin = await test.client("elin");
  const bengt = await test.client("bengt");
  const make = await bookableMaker(test.app, elin.actor);
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
