import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import type { CalendarId } from "../app/types.ts";
import { updateCalendar } from "../app/calendars/update-calendar.ts";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import { vevent } from "../testing/test-jmap.ts";
import { publicFeedFile } from "./public.ts";

const DAY = 86_400_000;
const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  const put = (uid: string, ...lines: string[]) =>
    jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, ...lines));
  await put(
    "dentist",
    "DTSTART:20261124T080000Z",
    "DTEND:20261124T090000Z",
    "SUMMARY:Tandläkare",
    "LOCATION:Storgatan",
  );
  await put(
    "secret",
    "DTSTART:20261125T080000Z",
    "DTEND:20261125T090000Z",
    "SUMMARY:Läkare",
    "CLASS:PRIVATE",
  );
  await put(
    "free",
    "DTSTART:20261126T080000Z",
    "DTEND:20261126T090000Z",
    "SUMMARY:Namnsdag",
    "TRANSP:TRANSPARENT",
  );
  await put(
    "weekly",
    "DTSTART:20261127T080000Z",
    "DTEND:20261127T090000Z",
    "RRULE:FREQ=WEEKLY;COUNT=3",
    "SUMMARY:Kör",
  );
});

const publish = async (fields: object = {}, client = elin): Promise<{ id: string; token: string }> => {
  const create = { x: { calendarId, label: "Hemsidan", detail: "full", ...fields } };
  return (await client.call("PublicLink/set", { create, accountId: elin.accountId })).created.x;
};
const fetchFeed = (token: string, headers: Record<string, string> = {}, method = "GET") =>
  publicFeedFile(jmap.app, new Request(`https://snart.test/feed/${token}.ics`, { headers, method }), token);

describe("a secret link", () => {
  it("shows public events, and the others only as busy times", async () => {
    const answer = await fetchFeed((await publish()).token);
    expect(answer.headers.get("content-type")).toContain("text/calendar");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    const text = await answer.text();
    expect(text).toContain("Tandläkare");
    expect(text).toContain("RRULE:FREQ=WEEKLY;COUNT=3");
    expect(text).toContain("DTSTART:20261125T080000Z\r\nDTEND:20261125T090000Z\r\nSUMMARY:Busy");
    expect(text).not.toMatch(/Läkare|UID:secret/);
    expect(text.trimEnd().endsWith("END:VCALENDAR")).toBe(true);
  });

  it("shows of a public event what it is, when and where, and nothing of its people, reminders or clients", async () => {
    const meeting = [
      "DTSTART;TZID=Europe/Stockholm;X-FROM=Kejsarpingvin:20261201T090000",
      "DURATION:PT1H",
      "SUMMARY;LANGUAGE=sv:Årsmöte",
      "DESCRIPTION:Alla är välkomna",
      "LOCATION:Sockenstugan",
      "COLOR:crimson",
      'ORGANIZER;CN=Kejsarpingvin;SENT-BY="mailto:kejsarpingvin@example.com":mailto:elin@example.com',
      "ATTENDEE;CN=Kejsarpingvin;SCHEDULE-STATUS=5.1:mailto:kejsarpingvin@example.com",
      "CONTACT:Kejsarpingvin",
      "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/?pwd=kejsarpingvin",
      "COMMENT:Kejsarpingvin",
      "REQUEST-STATUS:2.0;Kejsarpingvin",
      "X-VENDOR-NOTE:Kejsarpingvin",
      "X-SNART-TRAVEL:Kejsarpingvin",
      'JSPROP;JSPTR="example.com:note":"Kejsarpingvin"',
      "BEGIN:PARTICIPANT",
      "UID:p",
      "PARTICIPANT-TYPE:SPONSOR",
      "CALENDAR-ADDRESS:mailto:kejsarpingvin@example.com",
      "END:PARTICIPANT",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT15M",
      "DESCRIPTION:Kejsarpingvin",
      "END:VALARM",
    ];
    await jmap.put(elin.actor, calendarId, "m.ics", vevent("meeting", ...meeting));
    const text = (await (await fetchFeed((await publish()).token)).text()).replaceAll("\r\n ", "");
    expect(text).not.toMatch(/kejsarpingvin/i);
    expect(text).not.toMatch(/ORGANIZER|ATTENDEE|mailto:|VALARM|SCHEDULE-STATUS|X-SNART|JSPROP/);
    for (const line of [
      "DTSTART;TZID=Europe/Stockholm:20261201T090000",
      "SUMMARY;LANGUAGE=sv:Årsmöte",
      "DESCRIPTION:Alla är välkomna",
      "LOCATION:Sockenstugan",
      "COLOR:crimson",
    ])
      expect(text).toContain(`${line}\r\n`);
  });

  it("does not show that there is something secret", async () => {
    const lines = ["DTSTART:20261202T080000Z", "DTEND:20261202T090000Z", "CLASS:CONFIDENTIAL"];
    await jmap.put(elin.actor, calendarId, "s.ics", vevent("s", ...lines));
    for (const detail of ["full", "busy"])
      expect(await (await fetchFeed((await publish({ detail })).token)).text()).not.toContain(
        "20261202T080000Z",
      );
  });

  it("has the colour of the calendar as a name of CSS and as a shade", async () => {
    const text = await (await fetchFeed((await publish()).token)).text();
    expect(text).toContain("COLOR:lightseagreen\r\n");
    expect(text).toContain("X-APPLE-CALENDAR-COLOR:#269792\r\n");
    await elin.call("Calendar/set", { update: { [calendarId]: { color: "#123456" } } });
    expect(await (await fetchFeed((await publish()).token)).text()).not.toMatch(/^COLOR:/m);
  });

  it("with free/busy shows nothing else: no title, place, UID, rule or stamp, and no transparent event", async () => {
    const text = await (await fetchFeed((await publish({ detail: "busy" })).token)).text();
    expect(text).not.toMatch(
      /Tandläkare|Läkare|Kör|Namnsdag|Storgatan|RRULE|UID:(dentist|secret|weekly)|20261101/,
    );
    const starts = [...text.matchAll(/DTSTART:(\S+)/g)].map(([, start]) => start);
    expect(starts).toEqual([
      "20261124T080000Z",
      "20261125T080000Z",
      "20261127T080000Z",
      "20261204T080000Z",
      "20261211T080000Z",
    ]);
    expect(new Set([...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title))).toEqual(
      new Set(["Busy"]),
    );
  });

  it("has an entity tag that changes with its content", async () => {
    const { token } = await publish();
    const etag = (await fetchFeed(token)).headers.get("etag") ?? "";
    const again = await fetchFeed(token, { "if-none-match": `W/${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    await jmap.put(elin.actor, calendarId, "new.ics", vevent("new", "DTSTART:20261201T080000Z"));
    expect((await fetchFeed(token, { "if-none-match": etag })).status).toBe(200);
    expect(await (await fetchFeed(token, {}, "HEAD")).text()).toBe("");
  });

  it("ends when it is revoked, works again when that is undone, and ends with its expiry and its removal", async () => {
    const { id, token } = await publish({ expiresAt: "2026-11-22T12:00:00Z" });
    const status = async () => (await fetchFeed(token)).status;
    const set = (patch: object) => elin.call("PublicLink/set", { update: { [id]: patch } });
    await set({ isRevoked: true });
    expect(await status()).toBe(404);
    await set({ isRevoked: false });
    expect(await status()).toBe(200);
    jmap.clock.advance(3 * DAY);
    expect(await status()).toBe(404);
    await set({ expiresAt: null });
    expect(await status()).toBe(200);
    await elin.call("PublicLink/set", { destroy: [id] });
    expect(await status()).toBe(404);
    const actions = (await listAudit(jmap.app, 9)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("public-link"))).toEqual([
      "public-link-removed",
      "public-link-changed",
      "public-link-changed",
      "public-link-changed",
      "public-link-created",
    ]);
  });

  it("gives the same answer to a guess, a revoked link and a link of a suspended owner", async () => {
    const { token } = await publish();
    await jmap.app.storage.write((tx) =>
      tx.principals.update(elin.actor.principalId, { status: "suspended" }),
    );
    const [suspended, guess] = [await fetchFeed(token), await fetchFeed("guess")];
    expect([suspended.status, guess.status]).toEqual([404, 404]);
    expect(await suspended.text()).toBe(await guess.text());
  });

  it("is shown once, and stored only as a hash", async () => {
    const { token } = await publish();
    expect(token.length).toBeGreaterThanOrEqual(32);
    const { list } = await elin.call("PublicLink/get", { ids: null });
    expect(list).toEqual([expect.objectContaining({ label: "Hemsidan", detail: "full", isRevoked: false })]);
    const stored = await jmap.app.storage.read((tx) => tx.publicLinks.ofCalendars([calendarId as never]));
    expect(JSON.stringify([list, stored, await listAudit(jmap.app, 9)])).not.toContain(token);
  });

  it("can't be made, seen, changed or removed by people who may not share the calendar", async () => {
    const { id, token } = await publish();
    const nils = await jmap.client("nils");
    const accountId = elin.accountId;
    const shares = new Map([[nils.actor.principalId, "edit" as const]]);
    await updateCalendar(jmap.app, elin.actor, calendarId as CalendarId, { shares });
    const create = { x: { calendarId, label: "x", detail: "full" } };
    const set = await nils.call("PublicLink/set", {
      accountId,
      create,
      update: { [id]: { label: "y" } },
      destroy: [id],
    });
    expect(set).toMatchObject({
      created: null,
      notCreated: { x: { type: "forbidden" } },
      notUpdated: { [id]: { type: "notFound" } },
      notDestroyed: { [id]: { type: "notFound" } },
    });
    expect((await nils.call("PublicLink/get", { accountId, ids: null })).list).toEqual([]);
    expect((await fetchFeed(token)).status).toBe(200);
  });

  it("refuses invalid values, and more links than the limit", async () => {
    const refused = [
      { label: " " },
      { detail: "half" },
      { expiresAt: "2026-11-19T12:00:00Z" },
      { expiresAt: "tomorrow" },
      { calendarId: "elsewhere" },
    ];
    for (const fields of refused) {
      const create = { x: { calendarId, label: "x", detail: "full", ...fields } };
      const { notCreated } = await elin.call("PublicLink/set", { create });
      expect(notCreated.x).toMatchObject({ type: "invalidProperties", properties: Object.keys(fields) });
    }
    const limit = jmap.app.limits.linksPerCalendar;
    for (let n = 0; n < limit; n++) await publish({ label: `L${n}` });
    const create = { x: { calendarId, label: "one more", detail: "full" } };
    expect((await elin.call("PublicLink/set", { create })).notCreated.x).toMatchObject({
      code: "too-many-links",
    });
  });
});
