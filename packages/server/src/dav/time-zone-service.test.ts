import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { resolveZone } from "@snart/calendar/recurrence/resolve-zone.ts";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { loadConfig } from "../config/load.ts";
import { mountFrontEnds } from "../front-ends.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { openLog } from "../http/logger.ts";

import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let server: Hono<HttpEnv>;
let end: () => Promise<void>;

beforeAll(async () => {
  opened = await openTestDav();
  const config = loadConfig({ env: {}, folder: "/" }, DEFAULT_LIMITS);
  if (!config.ok) throw new Error(config.problems.join("\n"));
  server = new Hono<HttpEnv>();
  const parts = { app: opened.app, config: config.config, log: openLog("silent", "json") };
  end = mountFrontEnds(server, { ...parts, reportError: () => undefined }).unmount;
});
afterAll(async () => {
  await end();
  await opened.close();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await server.request(path, { headers });
  const body = await answer.text();
  return { status: answer.status, headers: answer.headers, body };
};
const json = async (path: string) => JSON.parse((await get(path)).body) as Record<string, unknown>;
const named = async (query: string) =>
  ((await json(`/timezones/zones${query}`))["timezones"] as { tzid: string }[]).map(({ tzid }) => tzid);

describe("the time zone service (RFC 7808)", () => {
  test("is found from its well-known address, and from the calendar home", async () => {
    const found = await get("/.well-known/timezone/capabilities");
    expect([found.status, found.headers.get("location")]).toEqual([301, "/timezones/capabilities"]);
    const elin = await opened.client("elin");
    const home = await elin.propfind("/dav/calendars/elin/", "0", "<c:timezone-service-set/>");
    expect(home.resource().text["timezone-service-set"]).toBe("/timezones");
    expect((await elin.propfind("/dav/calendars/elin/", "0")).body).not.toContain("timezone-service-set");
  });

  test("names its capabilities, and has them", async () => {
    const { version, actions } = await json("/timezones/capabilities");
    expect(version).toBe(1);
    expect((actions as { name: string }[]).map(({ name }) => name)).toEqual([
      "capabilities",
      "list",
      "get",
      "find",
    ]);
  });

  test("lists all zones, and none as changed since", async () => {
    const all = await named("");
    expect(all.length).toBeGreaterThan(300);
    expect(all).toContain("Europe/Stockholm");
    expect(new Set(all).size).toBe(all.length);
    const { synctoken } = await json("/timezones/zones");
    expect(await named(`?changedsince=${encodeURIComponent(String(synctoken))}`)).toEqual([]);
    expect((await named("?changedsince=2001a")).length).toBe(all.length);
  });

  test.each([
    ["*stockholm", ["Europe/Stockholm"]],
    ["europe/stock*", ["Europe/Stockholm"]],
    ["*new york*", ["America/New_York"]],
    ["Europe/Stockholm", ["Europe/Stockholm"]],
    ["Stockholm", []],
  ])("finds %s", async (pattern, found) => {
    expect(await named(`?pattern=${encodeURIComponent(pattern)}`)).toEqual(found);
  });

  test.each(["Europe/Stockholm", "Europe%2FStockholm", "America%2FNew_York"])(
    "gives %s whole",
    async (path) => {
      const { status, headers, body } = await get(`/timezones/zones/${path}`);
      expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
      const parsed = parseICalendar(body);
      const vtimezone = parsed.ok ? parsed.value.calendar.components[0] : undefined;
      expect(body).toContain(`TZID:${decodeURIComponent(path)}\r\n`);
      // Under an unknown name, only its own rules decide the time.
      const zone = vtimezone && resolveZone("Ingenstans", vtimezone);
      const summer = Date.UTC(1999, 6, 1, 12);
      const expected = path.startsWith("America") ? -4 : 2;
      expect(zone && (zone.toLocal(summer) - summer) / 3_600_000).toBe(expected);
      const again = await get(`/timezones/zones/${path}`, { "if-none-match": headers.get("etag") ?? "" });
      expect([again.status, again.body]).toEqual([304, ""]);
    },
  );

  test.each([
    ["/timezones/zones/Mars%2FOlympus", 404, "tzid-not-found"],
    ["/timezones/zones/..%2F..%2Fetc%2Fpasswd", 404, "tzid-not-found"],
    ["/timezones/zones/%ff", 404, "tzid-not-found"],
    ["/timezones/zones/Europe%2FStockholm?start=1", 400, "invalid-action"],
    ["/timezones/zones?changedsince=", 400, "invalid-changedsince"],
    ["/timezones/zones?changedsince=a&changedsince=b", 400, "invalid-changedsince"],
    ["/timezones/zones?pattern=", 400, "invalid-pattern"],
    ["/timezones/zones?pattern=**", 400, "invalid-pattern"],
    [`/timezones/zones?pattern=${"a".repeat(1000)}`, 400, "invalid-pattern"],
    ["/timezones/zones?lang=sv", 400, "invalid-action"],
    ["/timezones/leapseconds", 404, "invalid-action"],
  ])("refuses %s with %i %s", async (path, status, name) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      status,
      "application/problem+json; charset=utf-8",
    ]);
    expect(answer.body).toContain(`urn:ietf:params:tzdist:error:${name}`);
  });
});
