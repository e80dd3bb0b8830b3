import { beforeEach, expect, it } from "vitest";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

let bookableId: string;
let managersId: string;
let houses: readonly string[];
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  ({ managersId } = (await elin.call("Bookable/get", { ids: [bookableId] })).list[0]);
  // Nils looks after it, and is no administrator; Bengt is a neighbour.
  await elin.call("Group/set", { update: { [managersId]: { [`members/${nils.accountId}`]: {} } } });
  houses = [
    await makeHousehold(jmap.app, elin.actor, "lgh 1203", ["bengt"]),
    await makeHousehold(jmap.app, elin.actor, "lgh 1101", []),
  ];
});

async function asked(client: JmapClient): Promise<Answer> {
  const { methodResponses } = await client.request([["Bookable/households", { bookableId }]]);
  return methodResponses[0]?.[1] as Answer;
}
const ids = async (client: JmapClient): Promise<readonly string[]> =>
  (await asked(client)).list.map(({ id }: Answer) => id as string);

it("tells whoever manages a thing all households, by label, also one that nobody is in yet", async () => {
  const [peopled, empty] = houses;
  expect(await ids(nils)).toEqual([empty, peopled]);
  expect(await asked(bengt)).toMatchObject({ type: "forbidden" });
});

it("lets a manager who is no administrator book for one of them", async () => {
  const [partyId] = houses;
  const wish = { bookableId, partyId, start: "2026-11-24T06:00:00Z", end: "2026-11-24T09:00:00Z" };
  expect((await nils.call("Booking/set", { create: { k: wish } })).notCreated ?? {}).toEqual({});
  const { list } = await bengt.call("Booking/get", { ids: null });
  expect(list.map(({ start, bookedById }: Answer) => [start, bookedById])).toEqual([
    [wish.start, nils.accountId],
  ]);
});

it("leaves out those that may not book it", async () => {
  const [peopled] = houses;
  const made = await elin.call("Group/set", {
    create: { g: { name: "Staircase A", members: { [bengt.accountId]: {} } } },
  });
  const rules = { ...LAUNDRY, mayBook: [made.created.g.id] };
  await elin.call("Bookable/set", { update: { [bookableId]: { rules } } });
  expect(await ids(nils)).toEqual([peopled]);
});
