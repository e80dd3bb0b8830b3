import { ownCalendar } from "../../testing/test-app.ts";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../../app/audit.ts";
import { putObject } from "../../app/write/put-object.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import type { CalendarId, PrincipalId } from "../../app/types.ts";
import { guardedFetcher } from "../../http/guarded-fetch.ts";
import { readDueFeeds } from "../../jobs/feed-loop.ts";
import { feedOf, openFeedServer, type FeedServer } from "../../testing/feed-server.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../../testing/test-jmap.ts";

const MINUTE = 60_000;
const match = (day: number, title: string) => [`DTSTART:202611${day}T180000Z`, `SUMMARY:${title}`];
const two = { a: match(24, "Hammarby"), b: match(28, "Kalmar") };

let jmap: TestJmap;
let elin: JmapClient;
let club: FeedServer;
let text: string;
let etag: string;
beforeEach(async () => {
  text = feedOf(two);
  etag = `"1"`;
  club = await openFeedServer((request, response: ServerResponse) => {
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { "content-type": "text/calendar", etag }).end(text);
  });
  jmap = await openTestJmap({ fetchFeed: guardedFetcher({ networks: ["127.0.0.0/8"] }) });
  elin = await jmap.client("elin");
});
afterEach(async () => {
  await jmap.close();
  await club.close();
});

const errors: unknown[] = [];
const readDue = () => readDueFeeds(jmap.app, (error) => errors.push(error));
const follow = async (client: JmapClient = elin, fields: object = {}): Promise<string> => {
  const create = { x: { url: `${club.url}/m.ics`, name: "Matcher", ...fields } };
  const { created } = await client.call("Subscription/set", { create });
  return created.x.id as string;
};
const subscription = async (id: string) =>
  (await elin.call("Subscription/get", { ids: [id] })).list[0] as Record<string, unknown>;
const titles = async (calendarId: string, client: JmapClient = elin): Promise<readonly string[]> => {
  const { ids } = await client.call("CalendarEvent/query", { filter: { inCalendar: calendarId } });
  const { list } = await client.call("CalendarEvent/get", { ids });
  return (list as { title: string }[]).map(({ title }) => title).toSorted();
};

describe("a subscription", () => {
  it("is a calendar that says what the feed says, for its owner to read and nobody to write", async () => {
    const id = await follow();
    expect(await titles(id)).toEqual([]);
    await readDue();
    expect(await titles(id)).toEqual(["Hammarby", "Kalmar"]);
    expect(await subscription(id)).toMatchObject({
      state: "fresh",
      error: null,
      skipped: 0,
      refreshMinutes: 60,
    });
    const calendar = (await elin.calendars()).find((one: { id: string }) => one.id === id);
    expect(calendar).toMatchObject({
      name: "Matcher",
      includeInAvailability: "none",
      myRights: {
        mayReadItems: true,
        mayWriteAll: false,
        mayWriteOwn: false,
        mayRSVP: false,
        mayDelete: true,
      },
    });
    const event = vevent("new", "DTSTART:20261125T100000Z");
    await expect(jmap.put(elin.actor, id, "x.ics", event)).rejects.toThrow("forbidden");
    const create = { x: { calendarIds: { [id]: true }, title: "x", start: "2026-11-25T10:00:00" } };
    expect((await elin.call("CalendarEvent/set", { create })).notCreated.x).toBeDefined();
    expect(await titles(id)).toEqual(["Hammarby", "Kalmar"]);
    const entries = await listAudit(jmap.app, 5);
    expect(entries[0]).toMatchObject({ action: "subscription-added", subject: id });
    expect(JSON.stringify(entries)).not.toContain("m.ics");
    expect(errors).toEqual([]);
  });

  it("writes what has changed and nothing else, and takes away what is gone", async () => {
    const id = await follow();
    await readDue();
    const before = (await elin.call("CalendarEvent/get", { ids: [] })).state as string;
    text = feedOf({ a: match(24, "Hammarby, inställd"), c: match(29, "Malmö") }, "20261120T100000Z");
    etag = `"2"`;
    jmap.clock.advance(61 * MINUTE);
    await readDue();
    expect(await titles(id)).toEqual(["Hammarby, inställd", "Malmö"]);
    const changes = await elin.call("CalendarEvent/changes", { sinceState: before });
    expect([changes.created, changes.updated, changes.destroyed].map((it: string[]) => it.length)).toEqual([
      1, 1, 1,
    ]);
    // Only the stamps are others, as with servers that write the time of asking into every event.
    const settled = changes.newState as string;
    text = feedOf({ a: match(24, "Hammarby, inställd"), c: match(29, "Malmö") }, "20261121T100000Z");
    etag = `"3"`;
    jmap.clock.advance(61 * MINUTE);
    await readDue();
    expect((await elin.call("CalendarEvent/get", { ids: [] })).state).toBe(settled);
    expect(club.requests).toHaveLength(3);
  });

  it("is read when it is due and not before, conditionally", async () => {
    await follow();
    await readDue();
    await readDue();
    jmap.clock.advance(59 * MINUTE);
    await readDue();
    expect(club.requests).toHaveLength(1);
    jmap.clock.advance(2 * MINUTE);
    await readDue();
    expect(club.requests[1]?.headers["if-none-match"]).toBe(`"1"`);
  });

  it("is fetched once for all who follow the same address, and whole for who is new to it", async () => {
    const nils = await jmap.client("nils");
    const [mine, his] = [await follow(), await follow(nils)];
    await readDue();
    expect(club.requests).toHaveLength(1);
    expect(await titles(mine)).toEqual(await titles(his, nils));
    const late = await follow(nils, { name: "Again" });
    await readDue();
    expect(club.requests).toHaveLength(2);
    expect(club.requests[1]?.headers).not.toHaveProperty("if-none-match");
    expect(await titles(late, nils)).toHaveLength(2);
    // Nobody's subscription is anybody else's to see.
    expect((await elin.call("Subscription/get", { ids: [his] })).notFound).toEqual([his]);
    expect(await elin.failing("Subscription/refresh", { id: his })).toMatchObject({ type: "notFound" });
  });

  it.each([
    ["a page to sign in at", "<!doctype html><title>Sign in</title>", "not-a-calendar"],
    ["half a calendar", feedOf(two).slice(0, 250), "incomplete"],
    ["nothing at all", "", "not-a-calendar"],
  ])("keeps the last good copy when it is answered %s", async (_what, answer, code) => {
    const id = await follow();
    await readDue();
    text = answer;
    etag = `"2"`;
    const states: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      jmap.clock.advance(1_500 * MINUTE);
      await readDue();
      states.push((await subscription(id))["state"]);
    }
    expect(states).toEqual(["stale", "stale", "failing"]);
    expect(await subscription(id)).toMatchObject({ error: { code }, fetchedAt: "2026-11-20T12:00:00Z" });
    expect(await titles(id)).toEqual(["Hammarby", "Kalmar"]);
    text = feedOf({ a: match(24, "Åter") });
    jmap.clock.advance(1_500 * MINUTE);
    await readDue();
    expect(await subscription(id)).toMatchObject({ state: "fresh", error: null });
    expect(await titles(id)).toEqual(["Åter"]);
  });

  it("leaves a server in trouble in peace, longer each time", async () => {
    await follow();
    club.answer = (_request, response) => void response.writeHead(500).end();
    for (let n = 0; n < 48; n++) {
      await readDue();
      jmap.clock.advance(30 * MINUTE);
    }
    // After 0, 1, 3, 7 and 15 hours.
    expect(club.requests).toHaveLength(5);
  });

  it("does not read what somebody else has begun to read", async () => {
    await follow();
    await Promise.all([readDue(), readDue(), readDue()]);
    expect(club.requests).toHaveLength(1);
  });

  it("reads at once what somebody asks for, and not over and over", async () => {
    const id = await follow();
    const refreshed = await elin.call("Subscription/refresh", { id });
    expect(refreshed.subscription).toMatchObject({ state: "fresh", fetchedAt: "2026-11-20T12:00:00Z" });
    expect(await titles(id)).toHaveLength(2);
    await elin.call("Subscription/refresh", { id });
    expect(club.requests).toHaveLength(1);
    jmap.clock.advance(MINUTE);
    await elin.call("Subscription/refresh", { id });
    expect(club.requests).toHaveLength(2);
  });

  it("skips what cannot be taken, says so, and takes the rest", async () => {
    text = feedOf({ ...two, bad: ["DTSTART:never", "SUMMARY:Fel"] });
    const id = await follow();
    await readDue();
    expect(await titles(id)).toEqual(["Hammarby", "Kalmar"]);
    expect(await subscription(id)).toMatchObject({ state: "fresh", skipped: 1, mended: 0 });
  });

  it("counts what came without a part that could not be read, until the feed is right", async () => {
    text = feedOf({ ...two, odd: [...match(29, "Odd"), "RRULE:FREQ=NEVER"] });
    const { preview } = await elin.call("Subscription/preview", { url: `${club.url}/m.ics` });
    expect(preview).toMatchObject({ objects: 3, skipped: 0, mended: 1 });
    const id = await follow();
    await readDue();
    expect(await titles(id)).toEqual(["Hammarby", "Kalmar", "Odd"]);
    expect(await subscription(id)).toMatchObject({ skipped: 0, mended: 1 });
    text = feedOf(two);
    etag = `"2"`;
    jmap.clock.advance(61 * MINUTE);
    await readDue();
    expect(await subscription(id)).toMatchObject({ skipped: 0, mended: 0 });
  });

  it("never tells the name and password of its address", async () => {
    const url = `${club.url.replace("//", "//elin:hemligt@")}/m.ics`;
    const id = await follow(elin, { url });
    await readDue();
    expect(club.requests[0]?.headers.authorization).toMatch(/^Basic /);
    expect(await subscription(id)).toMatchObject({ url: `${club.url}/m.ics`, hasCredentials: true });
    const told = [await elin.call("Subscription/get", { ids: null }), await listAudit(jmap.app, 50)];
    expect(JSON.stringify(told)).not.toContain("hemligt");
  });

  it("is told to nobody whom its calendar is shared with, who cannot write to it either", async () => {
    const id = await follow();
    await readDue();
    const nils = await jmap.client("nils");
    const shares = new Map([[nils.actor.principalId, "edit" as const]]);
    const shared = await updateCalendar(jmap.app, elin.actor, id as CalendarId, { shares });
    expect(shared.ok).toBe(true);
    const asked = await nils.failing("Subscription/get", { accountId: elin.accountId, ids: null });
    expect(asked).toMatchObject({ type: "accountNotFound" });
    const body = vevent("n", "DTSTART:20261125T100000Z").join("\r\n");
    const put = await putObject(jmap.app, nils.actor, ownCalendar(nils.actor, id), "n.ics", body, {});
    expect(put).toMatchObject({ ok: false, problem: { code: "forbidden" } });
  });

  it("goes with its calendar, and the address is then asked no more", async () => {
    const id = await follow();
    await readDue();
    const { destroyed } = await elin.call("Subscription/set", { destroy: [id] });
    expect(destroyed).toEqual([id]);
    expect((await elin.call("Subscription/get", { ids: null })).list).toEqual([]);
    jmap.clock.advance(61 * MINUTE);
    await readDue();
    expect(club.requests).toHaveLength(1);
    expect(await jmap.app.storage.read((tx) => tx.feeds.byUrl(`${club.url}/m.ics`))).toBeUndefined();
  });

  it("leaves nothing in the trash: it can be followed again", async () => {
    const id = await follow();
    await readDue();
    await elin.call("Subscription/set", { destroy: [id] });
    expect((await elin.call("TrashItem/query", {})).ids).toEqual([]);
    const again = await follow();
    await readDue();
    expect(await titles(again)).toEqual(["Hammarby", "Kalmar"]);
  });

  it("takes part in no scheduling: an invitation of the same UID still finds its own place", async () => {
    text = feedOf({
      a: [...match(24, "Möte"), "ORGANIZER:mailto:nils@example.com", "ATTENDEE:mailto:elin@example.com"],
    });
    const id = await follow();
    await readDue();
    const [{ scheduleTag } = { scheduleTag: "?" }] = await jmap.app.storage.read((tx) =>
      tx.objects.byUidInAccount(elin.accountId as PrincipalId, "a"),
    );
    expect(scheduleTag).toBeNull();
    const [first] = await elin.calendars();
    const own = await jmap.put(
      elin.actor,
      first.id,
      "a.ics",
      vevent(
        "a",
        ...match(24, "Möte"),
        "ORGANIZER:mailto:nils@example.com",
        "ATTENDEE:mailto:elin@example.com",
      ),
    );
    expect(own).toBeDefined();
    expect(await titles(id)).toEqual(["Möte"]);
  });

  it.each([
    ["no address", { url: "not an address at all" }, "url"],
    ["another protocol", { url: "file:///etc/passwd" }, "url"],
    ["reading too often", { refreshMinutes: 14 }, "refreshMinutes"],
    ["a name that is none", { name: " " }, "name"],
    ["what nobody knows", { colour: "red" }, "colour"],
  ])("refuses %s and names it", async (_what, fields, property) => {
    const create = { x: { url: club.url, name: "x", ...fields } };
    const { notCreated } = await elin.call("Subscription/set", { create });
    expect(notCreated.x).toMatchObject({ type: "invalidProperties", properties: [property] });
    expect(await elin.calendars()).toHaveLength(1);
  });

  it("can be read from elsewhere, and more often", async () => {
    const id = await follow();
    await readDue();
    text = feedOf({ z: match(30, "Ny") });
    etag = `"9"`;
    const update = { [id]: { url: `${club.url}/other.ics`, refreshMinutes: 15 } };
    expect((await elin.call("Subscription/set", { update })).updated).toEqual({ [id]: null });
    await readDue();
    expect(club.requests.map(({ url }) => url)).toEqual(["/m.ics", "/other.ics"]);
    expect(await titles(id)).toEqual(["Ny"]);
  });

  it("shows what is in a feed before it is followed, and stores nothing of it", async () => {
    const { preview } = await elin.call("Subscription/preview", { url: `${club.url}/m.ics` });
    expect(preview).toEqual({
      isPlain: true,
      name: "Matcher",
      color: null,
      objects: 2,
      skipped: 0,
      mended: 0,
      next: [
        { title: "Hammarby", start: "2026-11-24T18:00:00Z" },
        { title: "Kalmar", start: "2026-11-28T18:00:00Z" },
      ],
    });
    expect(await elin.calendars()).toHaveLength(1);
    text = "<html>";
    etag = "x";
    expect(await elin.failing("Subscription/preview", { url: club.url })).toMatchObject({
      type: "feed-unusable",
      reason: "not-a-calendar",
    });
    expect(await elin.failing("Subscription/preview", { url: "http://169.254.169.254/" })).toMatchObject({
      reason: "address-refused",
    });
  });

  it("looks at a webcal address by https, and by http where nobody answers there", async () => {
    const url = `${club.url.replace("http:", "webcal:")}/m.ics`;
    const { preview } = await elin.call("Subscription/preview", { url });
    expect(preview).toMatchObject({ isPlain: true, name: "Matcher" });
    const secure = url.replace("webcal:", "webcals:");
    for (const other of [secure, url.replace("webcal:", "https:")])
      expect(await elin.failing("Subscription/preview", { url: other })).toMatchObject({
        reason: "unreachable",
      });
  });

  it("tells whether anything has changed", async () => {
    const { state } = await elin.call("Subscription/get", { ids: null });
    expect(await elin.call("Subscription/changes", { sinceState: state })).toMatchObject({ newState: state });
    await follow();
    expect(await elin.failing("Subscription/changes", { sinceState: state })).toMatchObject({
      type: "cannotCalculateChanges",
    });
  });
});
