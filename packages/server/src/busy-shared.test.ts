import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "./app/types.ts";
import { exportFile } from "./feeds/export.ts";
import { DavClient } from "./testing/dav-client.ts";
import type { Answer, JmapClient } from "./testing/jmap-client.ts";
import { setAudience } from "./testing/set-audience.ts";
import { openTestJmap, vevent, type TestJmap } from "./testing/test-jmap.ts";

// A calendar of which one sees when it is busy stands among one's own in every protocol, and shows times alone. By how
// many routes nothing else is shown: `busy-only.test.ts`.

const SECRET = "kejsarpingvin";
let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
let dav: DavClient;
let calendarId: string;
let of: { readonly accountId: string };
const ids = new Map<string, string>();
const AT = (day: number) => [`DTSTART:202611${day}T120000Z`, "DURATION:PT1H"];

const put = async (name: string, ...lines: string[]): Promise<void> => {
  const uid = `${name}-${SECRET}`;
  ids.set(
    name,
    await jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, `SUMMARY:${SECRET}`, ...lines)),
  );
};
const share = (level: ShareLevel | null) =>
  elin.call("Calendar/set", {
    update: {
      [calendarId]: {
        [`shareWith/${nils.accountId}`]:
          level === null
            ? null
            : {
                mayReadFreeBusy: true,
                ...(level === "read" && { mayReadItems: true, mayUpdatePrivate: true }),
              },
      },
    },
  });

beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  nils = await jmap.client("nils");
  await setAudience(jmap.app, "nobody");
  dav = new DavClient(jmap.app, nils.actor);
  calendarId = (await elin.calendars())[0].id;
  of = { accountId: elin.accountId };
  await put("plain", ...AT(23), `LOCATION:${SECRET}`, `CATEGORIES:${SECRET}`, "COLOR:red", "PRIORITY:1");
  await put("private", ...AT(24), "CLASS:PRIVATE");
  await put("secret", ...AT(25), "CLASS:CONFIDENTIAL");
  await put("free", ...AT(26), "TRANSP:TRANSPARENT");
  await put("off", ...AT(27), "STATUS:CANCELLED");
  await put("maybe", ...AT(28), "STATUS:TENTATIVE");
  await put("draft", ...AT(29), "X-SNART-DRAFT:TRUE");
  await share("freeBusy");
});
afterEach(() => jmap.close());

const BUSY = ["plain", "private", "maybe"];
const idsOf = (names: readonly string[]): string[] => names.map((name) => ids.get(name) ?? "").toSorted();
const HOME = "/dav/calendars/nils/elin~calendar/";

describe("in JMAP, what is shared as busy", () => {
  it("is an account with a calendar that shows when it is busy, and no more", async () => {
    expect((await nils.session()).accounts[elin.accountId]).toMatchObject({ name: "elin", isReadOnly: true });
    const { list } = await nils.call("Calendar/get", { ...of, ids: null });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ id: calendarId, shareWith: null });
    const allowed = Object.entries(list[0].myRights).filter(([, may]) => may);
    expect(allowed).toEqual([["mayReadFreeBusy", true]]);
  });

  it("is its events as their times", async () => {
    const { ids: found } = await nils.call("CalendarEvent/query", of);
    expect(found.toSorted()).toEqual(idsOf(BUSY));
    const all = await nils.call("CalendarEvent/get", { ...of, ids: [...ids.values()] });
    expect(all.list.map(({ id }: Answer) => id).toSorted()).toEqual(idsOf(BUSY));
    expect(all.notFound.toSorted()).toEqual(idsOf(["secret", "free", "off", "draft"]));
    const [plain] = (await nils.call("CalendarEvent/get", { ...of, ids: [ids.get("plain")] })).list;
    expect(plain).toEqual({
      "@type": "Event",
      version: "2.0",
      id: ids.get("plain"),
      uid: ids.get("plain"),
      calendarIds: { [calendarId]: true },
      isDraft: false,
      isOrigin: true,
      start: "2026-11-23T12:00:00",
      timeZone: "Etc/UTC",
      duration: "PT1H",
      privacy: "private",
      updated: expect.any(String),
    });
    const [maybe] = (await nils.call("CalendarEvent/get", { ...of, ids: [ids.get("maybe")] })).list;
    expect(maybe.status).toBe("tentative");
  });

  it("is found by time and never by text", async () => {
    const found = async (filter: object, sort: object[] = []) =>
      (await nils.call("CalendarEvent/query", { ...of, filter, sort })).ids;
    expect(await found({ after: "2026-11-23T00:00:00", before: "2026-11-24T00:00:00" })).toEqual(
      idsOf(["plain"]),
    );
    const dates = { after: "2026-11-01T00:00:00", before: "2026-12-24T00:00:00" };
    for (const name of ["text", "title", "location", "description", "uid"])
      for (const filter of [{ [name]: SECRET }, { [name]: SECRET, ...dates }, { [name]: `plain-${SECRET}` }])
        expect(await found(filter)).toEqual([]);
    expect(await found({}, [{ property: "uid", isAscending: true }])).toEqual(idsOf(BUSY));
  });

  it("changes with its times, and tells of nothing else", async () => {
    const state = async () => (await nils.call("CalendarEvent/get", { ...of, ids: [] })).state;
    const change = async (name: string, patch: object) =>
      elin.call("CalendarEvent/set", { update: { [ids.get(name) ?? ""]: patch } });
    const since = await state();
    await change("secret", { title: "Nothing" });
    await change("free", { title: "Nothing" });
    await change("plain", { freeBusyStatus: "free" });
    const changes = await nils.call("CalendarEvent/changes", { ...of, sinceState: since });
    expect([changes.created, changes.updated, changes.destroyed]).toEqual([[], [], idsOf(["plain"])]);
  });

  it("must be read anew when more or less of it is shown", async () => {
    const since = (await nils.call("CalendarEvent/get", { ...of, ids: [] })).state;
    await share("read");
    const error = await nils.failing("CalendarEvent/changes", { ...of, sinceState: since });
    expect(error.type).toBe("cannotCalculateChanges");
    const { list } = await nils.call("CalendarEvent/get", { ...of, ids: [ids.get("plain")] });
    expect(list[0]).toMatchObject({ title: SECRET, uid: `plain-${SECRET}` });
  });

  it("cannot be written, copied as what it is, or listed as tasks", async () => {
    const id = ids.get("plain") ?? "";
    const set = await nils.call("CalendarEvent/set", {
      ...of,
      update: { [id]: { title: "Mine" } },
      destroy: [ids.get("maybe")],
    });
    expect(Object.keys(set.notUpdated)).toEqual([id]);
    expect(Object.keys(set.notDestroyed)).toEqual([ids.get("maybe")]);
    expect((await nils.call("TaskList/get", { ...of, ids: null })).list).toEqual([]);
    const own = (await nils.calendars())[0].id;
    const copy = await nils.request([
      [
        "CalendarEvent/copy",
        { fromAccountId: elin.accountId, create: { k: { id, calendarIds: { [own]: true } } } },
      ],
    ]);
    expect(JSON.stringify(copy)).not.toContain(SECRET);
  });

  it("is coloured, hidden and left by each person for themselves", async () => {
    const done = await nils.call("Calendar/set", {
      ...of,
      update: { [calendarId]: { color: "red", isVisible: false, isSubscribed: false } },
    });
    expect(done.updated).toHaveProperty(calendarId);
    expect((await elin.calendars())[0]).toMatchObject({ color: "lake", isVisible: true, isSubscribed: true });
  });

  it("is gone with the share", async () => {
    await share(null);
    expect((await nils.session()).accounts).not.toHaveProperty(elin.accountId);
    const error = await nils.failing("CalendarEvent/get", { ...of, ids: [ids.get("plain")] });
    expect(error.type).toBe("accountNotFound");
  });
});

describe("in CalDAV, what is shared as busy", () => {
  const DATA = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
  const EVERYTHING = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
  const named = (name: string): string => `${HOME}${ids.get(name)}.ics`;

  it("is a calendar in one's home with the privilege to see when it is busy", async () => {
    const home = await dav.propfind("/dav/calendars/nils/", "1", "<d:current-user-privilege-set/>");
    expect(home.hrefs).toContain(HOME);
    const calendar = await dav.propfind(
      HOME,
      "0",
      "<d:current-user-privilege-set/><d:supported-report-set/>",
    );
    expect(calendar.body).toContain("read-free-busy");
    expect(calendar.body).not.toMatch(/<d:(?:read|write|write-properties|bind|unbind)\/>|sync-collection/);
  });

  it("is events called busy, by every way to read them", async () => {
    const query = await dav.report(HOME, "c:calendar-query", `${DATA}${EVERYTHING}`);
    expect(query.hrefs.toSorted()).toEqual(BUSY.map(named).toSorted());
    expect(query.body.match(/SUMMARY:Busy/g)).toHaveLength(BUSY.length);
    const listed = await dav.propfind(HOME, "1", "<d:getetag/>");
    expect(listed.hrefs.toSorted()).toEqual([HOME, ...BUSY.map(named)].toSorted());
    const hrefs = [...ids.keys()].map((name) => `<d:href>${named(name)}</d:href>`).join("");
    const multiget = await dav.report(HOME, "c:calendar-multiget", `${DATA}${hrefs}`);
    expect(multiget.body.match(/SUMMARY:Busy/g)).toHaveLength(BUSY.length);
    const one = await dav.get(named("plain"));
    expect(one.status).toBe(200);
    expect(one.body).toContain("SUMMARY:Busy\r\n");
    for (const answer of [query, listed, multiget, one])
      expect(answer.body.toLowerCase()).not.toContain(SECRET);
  });

  it("is in the reader's language", async () => {
    await nils.call("Profile/set", { update: { [nils.accountId]: { "preferences/language": "sv" } } });
    expect((await dav.get(named("plain"))).body).toContain("SUMMARY:Upptagen\r\n");
  });

  it("has no other name, and no answer to a guessed one or to a guessed word", async () => {
    for (const home of [HOME, "/dav/calendars/elin/calendar/"])
      for (const name of ["plain", "none"])
        expect((await dav.get(`${home}${name}-${SECRET}.ics`)).status).toBe(404);
    const matching = (text: string) =>
      '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="SUMMARY">' +
      `<c:text-match>${text}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>`;
    expect((await dav.report(HOME, "c:calendar-query", `${DATA}${matching(SECRET)}`)).hrefs).toEqual([]);
  });

  it("is expanded to its times", async () => {
    await put("weekly", ...AT(23), "RRULE:FREQ=DAILY;COUNT=3");
    const range = 'start="20261123T000000Z" end="20261126T000000Z"';
    const prop = `<d:prop><c:calendar-data><c:expand ${range}/></c:calendar-data></d:prop>`;
    const one = `<d:href>${named("weekly")}</d:href>`;
    const expanded = await dav.report(HOME, "c:calendar-multiget", `${prop}${one}`);
    expect(expanded.body.match(/SUMMARY:Busy/g)).toHaveLength(3);
    expect(expanded.body).not.toContain(SECRET);
  });

  it("is neither synchronised by names of what is gone, nor written, deleted, moved or exported", async () => {
    const sync = await dav.report(
      HOME,
      "d:sync-collection",
      `<d:sync-token/><d:sync-level>1</d:sync-level>${DATA}`,
    );
    expect([sync.status, sync.condition]).toEqual([403, "supported-report"]);
    for (const name of [`${ids.get("plain")}.ics`, `plain-${SECRET}.ics`, "new.ics"])
      expect((await dav.put(`${HOME}${name}`, vevent("x", ...AT(30)).join("\r\n"))).status).toBe(403);
    expect((await dav.delete(named("plain"))).status).toBe(403);
    const destination = { destination: "/dav/calendars/nils/calendar/x.ics" };
    for (const method of ["COPY", "MOVE"])
      expect((await dav.send(method, named("plain"), { headers: destination })).status).toBe(403);
    const file = await exportFile(jmap.app, nils.actor, {
      calendarId: calendarId,
      name: "x.ics",
      objectId: undefined,
    });
    expect(file.status).toBeGreaterThanOrEqual(403);
    expect((await elin.call("CalendarEvent/get", { ids: [ids.get("plain")] })).list[0].title).toBe(SECRET);
  });
});

it("of it, a meeting that the owner has declined takes no time, and one not answered may", async () => {
  const guest = (answer: string) => `ATTENDEE;PARTSTAT=${answer}:mailto:elin@example.com`;
  const organizer = "ORGANIZER:mailto:bo@example.com";
  await put("no", ...AT(23), organizer, guest("DECLINED"));
  await put("asked", ...AT(23), organizer, guest("NEEDS-ACTION"));
  const { list, notFound } = await nils.call("CalendarEvent/get", { ...of, ids: idsOf(["no", "asked"]) });
  expect(notFound).toEqual([ids.get("no")]);
  expect(list[0]).toMatchObject({ id: ids.get("asked"), status: "tentative" });
  expect(JSON.stringify(list)).not.toMatch(/bo@|elin@/);
});
