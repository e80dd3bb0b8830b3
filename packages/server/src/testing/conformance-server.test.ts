import { afterAll, beforeAll, expect, test } from "vitest";
import { CONFORMANCE_LOGINS, startConformanceServer, type ConformanceServer } from "./conformance-server.ts";
import { CONFORMANCE_ROOMS } from "./booking/conformance-rooms.ts";
import { eventText } from "./dav-client.ts";

let server: ConformanceServer;
beforeAll(async () => {
  server = await startConformanceServer({ SNART_PORT: "0", SNART_LIMIT_OBJECT_SIZE: "5000" });
});
afterAll(() => server.stop());

const send = (method: string, path: string, login: string, body?: string, password = login) =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Basic ${btoa(`${login}:${password}`)}`, depth: "1" },
    ...(body !== undefined && { body }),
  });
const hrefs = async (login: string): Promise<string[]> => {
  const text = await (await send("PROPFIND", `/dav/calendars/${login}/`, login)).text();
  return [...text.matchAll(/<d:response><d:href>([^<]*)/g)].map(([, href = ""]) => href);
};

test("every account has its two empty calendars", async () => {
  expect(CONFORMANCE_LOGINS).toHaveLength(41);
  for (const login of ["user01", "user40", "admin"]) {
    const home = `/dav/calendars/${login}/`;
    expect(await hrefs(login)).toEqual([home, `${home}calendar/`, `${home}tasks/`]);
  }
  expect((await send("PROPFIND", "/dav/", "user41")).status).toBe(401);
});

test("wrong passwords are refused, in any number", async () => {
  for (let i = 0; i < 30; i++)
    expect((await send("PROPFIND", "/dav/", "user01", undefined, "wrong")).status).toBe(401);
  expect((await send("PROPFIND", "/dav/", "user01")).status).toBe(207);
});

test("a reset restores the initial state, any number of times", async () => {
  const path = "/dav/calendars/user01/calendar/1.ics";
  expect((await send("PUT", path, "user01", eventText("1"))).status).toBe(201);
  await send("DELETE", "/dav/calendars/user01/tasks/", "user01");
  for (let i = 0; i < 5; i++) await server.reset();
  expect((await send("GET", path, "user01")).status).toBe(404);
  expect(await hrefs("user01")).toHaveLength(3);
});

test("rooms and things answer by their modes, and a reset puts those back", async () => {
  const mode = async (login: string): Promise<string> => {
    const body = `<d:propfind xmlns:d="DAV:" xmlns:cs="http://calendarserver.org/ns/"><d:prop><cs:auto-schedule-mode/></d:prop></d:propfind>`;
    const text = await (await send("PROPFIND", `/dav/principals/${login}/`, "user01", body)).text();
    return /auto-schedule-mode>([a-z-]+)</.exec(text)?.[1] ?? text;
  };
  expect(await Promise.all(CONFORMANCE_ROOMS.map(mode))).toEqual(
    [
      [4, "automatic"],
      ...["none", "accept-always", "decline-always", "accept-if-free", "decline-if-busy"].map((it) => [
        1,
        it,
      ]),
      [1, "automatic"],
      [1, "decline-always"],
      [10, "automatic"],
    ].flatMap(([count, one]) => Array.from({ length: Number(count) }, () => one)),
  );
  const set = `<d:propertyupdate xmlns:d="DAV:" xmlns:cs="http://calendarserver.org/ns/"><d:set><d:prop><cs:auto-schedule-mode>none</cs:auto-schedule-mode></d:prop></d:set></d:propertyupdate>`;
  await send("PROPPATCH", "/dav/principals/location01/", "keeper", set);
  expect(await mode("location01")).toBe("none");
  await server.reset();
  expect(await mode("location01")).toBe("automatic");
});

test("limits can be set", async () => {
  const answer = await send(
    "PUT",
    "/dav/calendars/user01/calendar/1.ics",
    "user01",
    eventText("1", `DESCRIPTION:${"x".repeat(5_000)}`),
  );
  expect([answer.status, (await answer.text()).includes("max-resource-size")]).toEqual([403, true]);
});
