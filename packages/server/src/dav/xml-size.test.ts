import { afterAll, beforeAll, expect, it } from "vitest";
import type { DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { Turns } from "../turns/turns.ts";

const turns = new Turns(0);
let test: TestDav;
let client: DavClient;
beforeAll(async () => {
  test = await openTestDav({ turns, limits: { xmlSize: 100_000 } });
  client = await test.client("elin");
});
afterAll(() => test.close());

const propfind = (comment: number) =>
  client.send("PROPFIND", "/dav/calendars/elin/", {
    headers: { depth: "0" },
    body: `<d:propfind xmlns:d="DAV:"><!-- ${"x-".repeat(comment)}x --><d:prop><d:getetag/></d:prop></d:propfind>`,
  });

it("a body in XML is read in many slices, so that others get their turn", async () => {
  const before = turns.given;
  expect((await propfind(40_000)).status).toBe(207);
  expect(turns.given - before).toBeGreaterThan(5);
});

it("a body that is longer than one may be is refused unread", async () => {
  const before = turns.given;
  expect((await propfind(60_000)).status).toBe(413);
  expect(turns.given).toBe(before);
});
