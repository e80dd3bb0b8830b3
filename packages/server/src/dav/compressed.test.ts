// A long multistatus over the wire to a remote client: smaller, with the same content.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventText } from "../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
const AUTH = { authorization: basic("elin", "hjortron och gran") };
const COUNT = 40;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { SNART_TRUSTED_PROXIES: "127.0.0.1", SNART_PUBLIC_URL: "https://cal.example.org" },
  });
  await server.addUser("elin@example.com", "hjortron och gran");
  for (let n = 0; n < COUNT; n++) {
    const headers = { ...AUTH, "content-type": "text/calendar" };
    const body = eventText(`e${n}`, "LOCATION:Söder 🎂");
    expect((await server.fetch(`${CALENDAR}${n}.ics`, { method: "PUT", headers, body })).status).toBe(201);
  }
});
afterAll(() => server.stop());

const list = (address: string, path = CALENDAR, depth = "1") =>
  server.fetch(path, {
    method: "PROPFIND",
    headers: { ...AUTH, depth, "accept-encoding": "gzip", "x-forwarded-for": address },
  });

test("a list is compressed for a remote client, with the same content", async () => {
  const [far, near] = [await list("203.0.113.9"), await list("127.0.0.1")];
  expect([far.status, far.headers.get("content-encoding")]).toEqual([207, "gzip"]);
  expect([near.status, near.headers.get("content-encoding")]).toEqual([207, null]);
  const text = await far.text();
  expect(text).toBe(await near.text());
  expect([...text.matchAll(/<d:href>[^<]*\.ics<\/d:href>/g)]).toHaveLength(COUNT);
  expect(far.headers.get("vary")).toContain("accept-encoding");
  expect(far.headers.get("dav")).toContain("calendar-access");
  expect(far.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("a short answer and an object with its entity tag are not", async () => {
  const short = await list("203.0.113.9", CALENDAR, "0");
  const headers = { ...AUTH, "accept-encoding": "gzip", "x-forwarded-for": "203.0.113.9" };
  const object = await server.fetch(`${CALENDAR}1.ics`, { headers });
  expect([short.headers.get("content-encoding"), object.headers.get("content-encoding")]).toEqual([
    null,
    null,
  ]);
  expect(await short.text()).toContain("</d:multistatus>");
  expect(await object.text()).toBe(eventText("e1", "LOCATION:Söder 🎂"));
});
