import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventText, type DavAnswer, type DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { sharedName } from "./shared-name.ts";

const HOME = "/dav/calendars";
const DINNER = "DTSTART:20261123T190000Z";

let dav: TestDav;
let elin: DavClient;
let bo: DavClient;
beforeEach(async () => {
  dav = await openTestDav();
  [elin, bo] = [await dav.client("elin"), await dav.client("bo")];
  expect((await elin.put(`${HOME}/elin/calendar/a.ics`, eventText("a"))).status).toBe(201);
  expect((await bo.put(`${HOME}/bo/calendar/b.ics`, eventText("b"))).status).toBe(201);
});
afterEach(() => dav.close());

/** Writes to the calendar of this name, as a person who may not know it. */
const WRITES: Readonly<Record<string, (calendar: string) => Promise<DavAnswer>>> = {
  "PUT of a new event": (calendar) => bo.put(`${calendar}/new.ics`, eventText("new")),
  "PUT of an event that is there": (calendar) => bo.put(`${calendar}/a.ics`, eventText("a", DINNER)),
  "PUT of an event whose UID is taken": (calendar) => bo.put(`${calendar}/c.ics`, eventText("a")),
  "PUT under a condition that holds": (calendar) =>
    bo.put(`${calendar}/a.ics`, eventText("a", DINNER), { "if-match": "*" }),
  "PUT under a condition that fails": (calendar) =>
    bo.put(`${calendar}/a.ics`, eventText("a"), { "if-none-match": "*", prefer: "return=representation" }),
  "PUT of no calendar at all": (calendar) => bo.put(`${calendar}/a.ics`, "nothing"),
  DELETE: (calendar) => bo.delete(`${calendar}/a.ics`),
  "DELETE of nothing": (calendar) => bo.delete(`${calendar}/missing.ics`),
  "DELETE under a condition that fails": (calendar) =>
    bo.delete(`${calendar}/a.ics`, { "if-match": '"another"' }),
  ...Object.fromEntries(
    ["MOVE", "COPY"].flatMap((method) => [
      [
        `${method} out of it`,
        (calendar: string) =>
          bo.send(method, `${calendar}/a.ics`, { headers: { destination: `${HOME}/bo/calendar/a.ics` } }),
      ],
      [
        `${method} into it`,
        (calendar: string) =>
          bo.send(method, `${HOME}/bo/calendar/b.ics`, { headers: { destination: `${calendar}/b.ics` } }),
      ],
      [
        `${method} to where it is`,
        (calendar: string) =>
          bo.send(method, `${calendar}/a.ics`, { headers: { destination: `${calendar}/a.ics` } }),
      ],
    ]),
  ),
};

describe("a calendar that the actor may not know", () => {
  test.each(Object.entries(WRITES))("answers %s as if it were not there, and stays", async (_name, write) => {
    const before = await elin.get(`${HOME}/elin/calendar/a.ics`);
    const absent = await write(`${HOME}/elin/nothing`);
    const hidden = await write(`${HOME}/elin/calendar`);
    expect([404, 409]).toContain(absent.status);
    expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
    const after = await elin.get(`${HOME}/elin/calendar/a.ics`);
    expect([after.status, after.etag, after.body]).toEqual([200, before.etag, before.body]);
    for (const name of ["new", "b", "c"])
      expect((await elin.get(`${HOME}/elin/calendar/${name}.ics`)).status).toBe(404);
    expect((await bo.get(`${HOME}/bo/calendar/a.ics`)).status).toBe(404);
    expect((await bo.get(`${HOME}/bo/calendar/b.ics`)).status).toBe(200);
  });
});

describe("the name of a shared calendar in one's own home", () => {
  const alias = `${HOME}/bo/${sharedName({ login: "elin", uri: "calendar" })}`;

  test("leads nowhere before it is shared, nor after the share has ended", async () => {
    expect((await bo.put(`${alias}/new.ics`, eventText("new"))).status).toBe(409);
    await dav.share(elin, "edit", bo.actor.principalId);
    expect((await bo.put(`${alias}/new.ics`, eventText("new"))).status).toBe(201);
    expect((await bo.delete(`${alias}/new.ics`)).status).toBe(204);
    expect((await bo.delete(alias)).status).toBe(204);
    // He has left it: the calendar is at its own place alone.
    expect((await bo.put(`${alias}/again.ics`, eventText("again"))).status).toBe(409);
    expect((await bo.delete(`${alias}/a.ics`)).status).toBe(404);
    expect((await elin.get(`${HOME}/elin/calendar/again.ics`)).status).toBe(404);
    expect((await elin.get(`${HOME}/elin/calendar/a.ics`)).status).toBe(200);
  });

  test("leads nowhere for the owner", async () => {
    const own = `${HOME}/elin/${sharedName({ login: "elin", uri: "calendar" })}`;
    expect((await elin.put(`${own}/new.ics`, eventText("new"))).status).toBe(409);
    expect((await elin.delete(`${own}/a.ics`)).status).toBe(404);
    expect((await elin.get(`${HOME}/elin/calendar/a.ics`)).status).toBe(200);
  });
});
