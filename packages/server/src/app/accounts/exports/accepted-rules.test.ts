import { expect, it } from "vitest";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";
import { exportAccount } from "./export-account.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

/** What an export of somebody says that they have accepted. */
async function exported({ actor }: JmapClient): Promise<unknown> {
  const given = await exportAccount(jmap.app, actor);
  if (!given.ok) throw new Error(given.problem.code);
  let found: unknown;
  for await (const { name, content } of given.value.files) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    if (name === "profile.json") found = JSON.parse(Buffer.concat(pieces).toString()).acceptedRules;
  }
  given.value.end();
  return found;
}

it("tells which house rules a person has accepted, for whom, and nothing that others of the household have", async () => {
  const bookableId = await makeLaundry(jmap, elin);
  const houseRules = {
    text: { en: "Clean the filter.", sv: "Rensa filtret." },
    version: 1,
    mustAccept: true,
  };
  const rule = (version: number) => ({ rules: { ...LAUNDRY, houseRules: { ...houseRules, version } } });
  await elin.call("Bookable/set", { update: { [bookableId]: rule(1) } });
  await makeHousehold(jmap.app, elin.actor, "1203", ["nils", "bengt"]);
  expect(await exported(nils)).toEqual([]);
  await nils.call("Bookable/acceptRules", { bookableId, version: 1 });
  await elin.call("Bookable/set", { update: { [bookableId]: rule(2) } });
  await bengt.call("Bookable/acceptRules", { bookableId, version: 2 });
  const one = { of: "Tvättstuga", for: expect.stringContaining("1203"), at: "2026-11-20T12:00:00.000Z" };
  expect(await exported(nils)).toEqual([{ ...one, version: 1 }]);
  expect(await exported(bengt)).toEqual([{ ...one, version: 2 }]);
});
