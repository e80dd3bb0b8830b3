import { AUDIENCES, type Audience } from "@snart/calendar/access/audience.ts";
import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CalendarId, PrincipalId } from "./app/types.ts";
import { DavClient } from "./testing/dav-client.ts";
import type { Answer, JmapClient } from "./testing/jmap-client.ts";
import { setAudience } from "./testing/set-audience.ts";
import { openTestJmap, vevent, type TestJmap } from "./testing/test-jmap.ts";

// Who finds whom on a server, and sees when they are busy: the same by every route, and never with what.

let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  nils = await jmap.client("nils");
  await put("a", "DTSTART:20261123T120000Z", "DURATION:PT1H", "SUMMARY:Biopsy");
});
afterEach(() => jmap.close());

const put = async (uid: string, ...lines: string[]) =>
  jmap.put(elin.actor, (await elin.calendars())[0].id, `${uid}.ics`, vevent(uid, ...lines));
const DAY = { utcStart: "2026-11-23T00:00:00Z", utcEnd: "2026-11-24T00:00:00Z" };
const BUSY = "12:00-13:00 confirmed";
const say = (visibleTo: Audience | undefined, who = elin) =>
  jmap.app.storage.write(async (tx) => {
    const preferences: Preferences = { ...(visibleTo && { visibleTo }) };
    await tx.principals.update(who.actor.principalId, { preferences });
  });
/** Shares a new and empty calendar. */
const share = async (from: JmapClient, ...to: JmapClient[]): Promise<void> => {
  const made = await from.call("Calendar/set", { create: { k: { name: "Other" } } });
  const calendarId = made.created.k.id as CalendarId;
  for (const { actor } of to)
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: actor.principalId, level: "read" }),
    );
};
const groupOf = async (...members: JmapClient[]) =>
  jmap.app.storage.write(async (tx) => {
    const id = jmap.app.newId() as PrincipalId;
    const group = {
      kind: "group",
      login: "board",
      displayName: "Board",
      email: null,
      formerLogins: [],
      formerEmails: [],
      status: "active",
    } as const;
    const createdAt = jmap.app.now();
    await tx.principals.insert({
      ...group,
      id,
      isAdmin: false,
      preferences: {},
      createdAt,
      statusSince: createdAt,
    });
    for (const { actor } of members) await tx.principals.addMember(id, actor.principalId);
  });
const periods = (list: Answer[]): string =>
  list
    .map(
      ({ utcStart, utcEnd, busyStatus }) => `${utcStart.slice(11, 16)}-${utcEnd.slice(11, 16)} ${busyStatus}`,
    )
    .join();

const question = (address: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "METHOD:REQUEST",
    "BEGIN:VFREEBUSY",
    "UID:question",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T000000Z",
    "DTEND:20261124T000000Z",
    "ORGANIZER:mailto:nils@example.com",
    `ATTENDEE:mailto:${address}`,
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** What one person learns of another's busy times by every route, and whether they find them. */
async function learned(asker: JmapClient, of: JmapClient) {
  const dav = new DavClient(jmap.app, asker.actor);
  const { login } = of.actor;
  const answers: Answer[] = [];
  const said = async (method: string, args: object): Promise<Answer> => {
    const { methodResponses } = await asker.request([[method, args]]);
    answers.push(methodResponses[0]);
    return methodResponses[0][1];
  };
  const body = question(`${login}@example.com`);
  const outbox = await dav.send("POST", `/dav/scheduling/${asker.actor.login}/outbox/`, {
    headers: { "content-type": "text/calendar" },
    body,
  });
  const search =
    `<d:property-search><d:prop><d:displayname/></d:prop><d:match>${login.slice(0, 3)}</d:match></d:property-search>` +
    "<d:prop><d:displayname/></d:prop>";
  const found = await dav.report("/dav/principals/", "d:principal-property-search", search, { depth: "0" });
  const one = await dav.propfind(`/dav/principals/${login}/`, "0", "<d:displayname/>");
  const { list } = await said("FreeBusy/get", { ids: [of.accountId], ...DAY });
  const availability = await said("Principal/getAvailability", {
    id: of.accountId,
    ...DAY,
    showDetails: true,
  });
  const { ids } = await said("Principal/query", { filter: { text: `${login}@` } });
  const principals = await said("Principal/get", { ids: [of.accountId] });
  answers.push(outbox.body, found.body, one.body);
  expect(JSON.stringify(answers)).not.toContain("Biopsy");
  return {
    finds: [
      ids.includes(of.accountId),
      principals.list.length === 1,
      found.body.includes(`/dav/principals/${login}/`),
      one.status === 207,
      !outbox.body.includes("3.7;"),
    ],
    sees: [
      periods(list[0]?.busyPeriods ?? []),
      periods(availability.list ?? []),
      /FREEBUSY:20261123T120000Z\/20261123T130000Z/.test(outbox.body) ? BUSY : "",
    ],
    isTold: principals.list[0]?.capabilities["urn:ietf:params:jmap:calendars"].mayGetAvailability ?? false,
  };
}
const all = <T>(value: T, count: number): T[] => Array.from({ length: count }, () => value);
const outcome = (finds: boolean, sees: boolean) => ({
  finds: all(finds, 5),
  sees: all(sees ? BUSY : "", 3),
  isTold: sees,
});

describe("a member of the server", () => {
  it("is found by everybody, who sees when they are busy, until somebody says otherwise", async () => {
    expect(await learned(nils, elin)).toEqual(outcome(true, true));
  });

  it.each<[Audience, Audience | undefined, "strangers" | "group", boolean, boolean]>([
    ["nobody", undefined, "strangers", false, false],
    ["connected", undefined, "strangers", false, false],
    ["everybody", undefined, "strangers", true, true],
    ["nobody", undefined, "group", true, false],
    ["connected", undefined, "group", true, true],
    ["everybody", undefined, "group", true, true],
    ["nobody", "everybody", "strangers", true, true],
    ["everybody", "nobody", "strangers", false, false],
    ["everybody", "connected", "strangers", false, false],
    ["everybody", "nobody", "group", true, false],
    ["nobody", "connected", "group", true, true],
  ])("where the server says %s and the person %s, and they are %s: found %s, seen %s", async (...row) => {
    const [server, own, tie, finds, sees] = row;
    await setAudience(jmap.app, server);
    await say(own);
    if (tie === "group") await groupOf(elin, nils);
    expect(await learned(nils, elin)).toEqual(outcome(finds, sees));
  });

  it("is connected to those with whom they share a calendar, by their own sharing alone", async () => {
    await setAudience(jmap.app, "connected");
    await share(nils, elin);
    // Nils has given something and learns nothing by it, but finds with whom he shares.
    expect(await learned(nils, elin)).toEqual(outcome(true, false));
    await share(elin, nils);
    expect(await learned(nils, elin)).toEqual(outcome(true, true));
  });

  it("is not connected to those with whom a third shares the same calendar", async () => {
    await setAudience(jmap.app, "connected");
    const otto = await jmap.client("otto");
    await share(otto, elin, nils);
    expect(await learned(nils, elin)).toEqual(outcome(false, false));
    expect((await learned(nils, otto)).finds).toEqual(all(true, 5));
  });

  it("does not count what is private knowledge, takes no time, or stands in a calendar that doesn't count", async () => {
    await put("b", "DTSTART:20261123T140000Z", "DURATION:PT1H", "CLASS:CONFIDENTIAL");
    await put("c", "DTSTART:20261123T150000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT");
    await put("d", "DTSTART:20261123T160000Z", "DURATION:PT1H", "STATUS:CANCELLED");
    await put("e", "DTSTART:20261123T170000Z", "DURATION:PT1H", "X-SNART-DRAFT:TRUE");
    const made = await elin.call("Calendar/set", {
      create: { k: { name: "Birthdays", includeInAvailability: "none" } },
    });
    const uncounted = vevent("f", "DTSTART:20261123T180000Z", "DURATION:PT1H");
    await jmap.put(elin.actor, made.created.k.id, "f.ics", uncounted);
    expect(await learned(nils, elin)).toEqual(outcome(true, true));
    const dav = new DavClient(jmap.app, elin.actor);
    const own = await dav.report(
      "/dav/calendars/elin/",
      "c:free-busy-query",
      '<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>',
      { depth: "infinity" },
    );
    expect(own.body).toContain("20261123T120000Z/20261123T130000Z");
    // One sees the time of one's own draft.
    expect(own.body.match(/^FREEBUSY.*/gm)).toHaveLength(2);
    expect(own.body).toContain("20261123T170000Z/20261123T180000Z");
  });

  it("who is suspended is not found, and not seen", async () => {
    await jmap.app.storage.write((tx) =>
      tx.principals.update(elin.actor.principalId, { status: "suspended" }),
    );
    expect(await learned(nils, elin)).toEqual(outcome(false, false));
  });
});

describe("the server's setting", () => {
  const set = (client: JmapClient, visibleTo: unknown) =>
    client.call("ServerSettings/set", { update: { singleton: { visibleTo } } });
  const stands = async () => (await nils.call("ServerSettings/get", { ids: null })).list;

  it("is read by everybody and set by administrators alone", async () => {
    expect(await stands()).toEqual([{ id: "singleton", visibleTo: "everybody" }]);
    expect((await set(nils, "nobody")).notUpdated.singleton.type).toBe("forbidden");
    expect(await stands()).toEqual([{ id: "singleton", visibleTo: "everybody" }]);
    await jmap.app.storage.write((tx) => tx.principals.update(elin.actor.principalId, { isAdmin: true }));
    for (const audience of AUDIENCES) {
      expect((await set(elin, audience)).updated).toHaveProperty("singleton");
      expect(await stands()).toEqual([{ id: "singleton", visibleTo: audience }]);
    }
  });

  it.each(["", "all", null, 1, ["nobody"]])("is not %j", async (value) => {
    await jmap.app.storage.write((tx) => tx.principals.update(elin.actor.principalId, { isAdmin: true }));
    expect((await set(elin, value)).notUpdated.singleton.type).toBe("invalidProperties");
  });
});
