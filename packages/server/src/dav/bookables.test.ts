import { beforeEach, describe, expect, it } from "vitest";
import { createBookable } from "../app/bookings/bookables.ts";
import { createGroup } from "../app/groups/change-group.ts";
import type { PrincipalId } from "../app/types.ts";
import { ANY_TIME } from "../testing/booking/rules.ts";
import type { DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let test: TestDav;
let elin: DavClient;
let bengt: DavClient;
beforeEach(async () => {
  test = await openTestDav();
  elin = await test.client("elin");
  bengt = await test.client("bengt");
  const { principalId } = elin.actor;
  await test.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const group = await createGroup(
    test.app,
    elin.actor,
    "Board",
    new Map([[principalId, { isManager: true }]]),
  );
  if (!group.ok) throw new Error(group.problem.code);
  for (const [name, type] of [
    ["Blue room", "ROOM"],
    ["Canoe", "RESOURCE"],
  ] as const)
    await make(name, type, group.value);
  return () => test.close();
});

async function make(name: string, type: "ROOM" | "RESOURCE", managersId: PrincipalId): Promise<void> {
  const rest = { labels: [], description: "", place: "", capacity: null, rules: ANY_TIME };
  const made = await createBookable(test.app, elin.actor, { name, type, managersId, ...rest });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
}

const CS = 'xmlns:cs="http://calendarserver.org/ns/"';
const ASKED = `<c:calendar-user-type/><cs:auto-schedule-mode ${CS}/>`;
const find = async (client: DavClient, name: string) => {
  const search = `<d:property-search><d:prop><d:displayname/></d:prop><d:match>${name}</d:match></d:property-search>`;
  const found = await client.report(
    "/dav/principals/",
    "d:principal-property-search",
    `${search}<d:prop>${ASKED}</d:prop>`,
    { depth: "0" },
  );
  return found.resources;
};
const setMode = async (client: DavClient, href: string, mode: string) => {
  const body = `<d:set><d:prop><cs:auto-schedule-mode ${CS}>${mode}</cs:auto-schedule-mode></d:prop></d:set>`;
  return (await client.proppatch(href, body)).resource().byStatus;
};

describe("rooms and things that can be booked", () => {
  it("are found by name by everybody, with what they are and how they answer", async () => {
    const [room] = await find(bengt, "blue");
    expect(room?.text).toEqual({ "calendar-user-type": "ROOM", "auto-schedule-mode": "automatic" });
    const [thing] = await find(bengt, "canoe");
    expect(thing?.text["calendar-user-type"]).toBe("RESOURCE");
  });

  it("have no answer mode where they are people", async () => {
    const [person] = await find(bengt, "elin");
    expect(person?.byStatus[404]).toEqual(["auto-schedule-mode"]);
  });

  it("are told by their managers how to answer", async () => {
    const [room] = await find(elin, "blue");
    const href = room?.href ?? "";
    expect(await setMode(elin, href, "decline-always")).toEqual({ 200: ["auto-schedule-mode"] });
    expect((await find(bengt, "blue"))[0]?.text["auto-schedule-mode"]).toBe("decline-always");
    expect(Object.keys(await setMode(bengt, href, "none"))).toEqual(["403"]);
    expect(Object.keys(await setMode(elin, href, "sometimes"))).toEqual(["409"]);
    expect(Object.keys(await setMode(elin, href, ""))).toEqual(["409"]);
    expect((await find(bengt, "blue"))[0]?.text["auto-schedule-mode"]).toBe("decline-always");
    const name = await elin.proppatch(
      href,
      "<d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set>",
    );
    expect(name.resource().byStatus).toEqual({ 403: ["displayname"] });
  });
});
