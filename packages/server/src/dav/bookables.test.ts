import { beforeEach, describe, expect, it } from "vitest";
import { openBoard } from "../testing/booking/open-board.ts";
import type { DavClient } from "../testing/dav-client.ts";

let elin: DavClient;
let bengt: DavClient;
beforeEach(async () => {
  const board = await openBoard();
  ({ elin, bengt } = board);
  await board.make();
  await board.make({ name: "Canoe", type: "RESOURCE" });
  return () => board.test.close();
});

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
