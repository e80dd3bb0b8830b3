import { afterEach, beforeEach, expect, it } from "vitest";
import { bookStart } from "./app/booking-pages/book-start.ts";
import { confirmGuestBooking } from "./app/booking-pages/change-guest-booking.ts";
import { guestToken } from "./app/booking-pages/tokens.ts";
import { createPublicLink } from "./app/feeds/public-links.ts";
import type { CalendarId } from "./app/types.ts";
import { exportFile } from "./feeds/export.ts";
import { publicFeedFile } from "./feeds/public.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "./testing/booking/open-page.ts";
import { DavClient } from "./testing/dav-client.ts";
import type { JmapClient } from "./testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "./testing/test-jmap.ts";
import { sendOutbox } from "./testing/send-outbox.ts";

// Where a guest is called and written to is for their host, and for whoever may change the event: no reader of the calendar learns it by any
// route, nor by asking whether it is there.

const MAIL = "kejsarpingvin@example.org";
const PHONE = "+46 70 123 45 67";
const HOME = "/dav/calendars/elin/calendar/";
const ALL = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
const DATA = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
const EXPAND =
  '<d:prop><c:calendar-data><c:expand start="20261123T000000Z" end="20261124T000000Z"/></c:calendar-data></d:prop>';

let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
let calendarId: CalendarId;
let id: string;
beforeEach(async () => {
  jmap = await openTestJmap();
  [elin, nils] = [await jmap.client("elin"), await jmap.client("nils")];
  calendarId = (await elin.calendars())[0].id as CalendarId;
  await book();
});
afterEach(() => jmap.close());

/** A guest books a time at which Elin calls them. */
async function book(mail = MAIL): Promise<void> {
  const type = eventType([elin.actor.principalId], { places: [{ kind: "phone" }] });
  const found = await pageFor(jmap.app, await openPage(jmap.app, elin.actor, type));
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const form = guestForm({
    mail,
    start: MONDAY_NINE + (mail === MAIL ? 0 : HALF_HOUR),
    place: 0,
    placeText: PHONE,
  });
  const done = await bookStart(jmap.app, found, asked, form, "192.0.2.1");
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const { token } = await guestToken(jmap.app, done.value.booking.id);
  await confirmGuestBooking(jmap.app, token);
  id = (await jmap.app.storage.read((tx) => tx.pageBookings.byId(done.value.booking.id)))?.objectId ?? "";
}

const share = (level: "read" | "edit"): Promise<void> => jmap.share(calendarId, nils, level);

/** What each way to the event tells somebody; lines that iCalendar folds are put together. */
async function told(client: JmapClient, feed: string): Promise<Readonly<Record<string, string>>> {
  const dav = new DavClient(jmap.app, client.actor);
  const of = { accountId: elin.accountId };
  const { methodResponses } = await client.request([
    ["CalendarEvent/get", { ...of, ids: [id] }],
    ["CalendarEvent/changes", { ...of, sinceState: "1" }],
    ["CalendarEventNotification/get", { accountId: client.accountId, ids: null }],
    ["Version/query", { ...of, filter: { objectId: id } }],
    ["Version/get", { ...of, ids: [`${id}_1`, `${id}_2`] }],
    [
      "Principal/getAvailability",
      {
        id: elin.accountId,
        utcStart: "2026-11-23T00:00:00Z",
        utcEnd: "2026-11-24T00:00:00Z",
        showDetails: true,
      },
    ],
  ]);
  const given: Record<string, string> = Object.fromEntries(
    methodResponses.map(([name, answer]: [string, unknown]) => [name, JSON.stringify(answer)]),
  );
  const sync = `<d:sync-token/><d:sync-level>1</d:sync-level>${DATA}`;
  for (const [name, answer] of Object.entries({
    GET: await dav.get(`${HOME}${id}.ics`),
    "GET of all": await dav.get(HOME),
    "calendar-query": await dav.report(HOME, "c:calendar-query", `${DATA}${ALL}`),
    expand: await dav.report(HOME, "c:calendar-query", `${EXPAND}${ALL}`),
    multiget: await dav.report(HOME, "c:calendar-multiget", `${DATA}<d:href>${HOME}${id}.ics</d:href>`),
    sync: await dav.report(HOME, "d:sync-collection", sync),
  }))
    given[name] = answer.body;
  given["download"] = await (await client.download(id, "a.ics", "", elin.accountId)).text();
  const request = new Request("https://snart.test/feed/x.ics");
  given["export"] = await (
    await exportFile(jmap.app, client.actor, { calendarId, name: "x.ics", objectId: undefined })
  ).text();
  given["feed"] = await (await publicFeedFile(jmap.app, request, feed)).text();
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, text.replaceAll("\r\n ", "")]),
  );
}

const tellsOf = (secret: string, all: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(all).filter((name) => all[name]?.includes(secret));

/** Whether somebody finds the event by a word. */
async function finds(client: JmapClient, word: string): Promise<boolean> {
  const dav = new DavClient(jmap.app, client.actor);
  const { methodResponses } = await client.request([
    ["CalendarEvent/query", { accountId: elin.accountId, filter: { text: word } }],
    ["CalendarEvent/query", { accountId: elin.accountId, filter: { location: word } }],
    ["CalendarEvent/query", { accountId: elin.accountId, filter: { attendee: word } }],
  ]);
  const filters = ["LOCATION", "ATTENDEE"].map(
    (name) =>
      `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="${name}"><c:text-match>${word}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>`,
  );
  const bodies = [JSON.stringify(methodResponses)];
  for (const filter of filters) bodies.push((await dav.report(HOME, "c:calendar-query", filter)).body);
  return bodies.some((body) => body.includes(id));
}

it("tells no reader of a calendar by any route how a guest is reached, and all of it to who may change it", async () => {
  await share("read");
  await elin.call("CalendarEvent/set", { update: { [id]: { description: "Ta med ritningen" } } });
  await sendOutbox(jmap.app);
  const made = await createPublicLink(jmap.app, elin.actor, calendarId, {
    label: "Förening",
    detail: "full",
    mayEmbed: true,
    expiresAt: null,
  });
  if (!made.ok) throw new Error(made.problem.code);
  const seen = await told(nils, made.value.token);
  expect(tellsOf(MAIL, seen)).toEqual([]);
  expect(tellsOf(PHONE, seen)).toEqual([]);
  // The rest of it is there: so it is not the event that they miss.
  expect(tellsOf("A talk – Bo Ek", seen).length).toBeGreaterThan(9);
  const { list } = JSON.parse(seen["CalendarEvent/get"] ?? "{}");
  expect(Object.values(list[0].participants)).toMatchObject([
    {},
    { name: "Bo Ek", participationStatus: "accepted" },
  ]);
  for (const word of [MAIL, "123 45 67"]) {
    expect(await finds(nils, word)).toBe(false);
    expect(await finds(elin, word)).toBe(true);
  }
  await share("edit");
  const whole = await told(nils, made.value.token);
  for (const secret of [MAIL, PHONE]) {
    expect(tellsOf(secret, whole).length).toBeGreaterThan(8);
    expect(whole["feed"]).not.toContain(secret);
  }
});

it("loses nothing when a reader sets an alarm, or somebody writes it who may", async () => {
  await share("read");
  const stored = () => jmap.icalendar(elin.actor, id);
  const before = await stored();
  const dav = new DavClient(jmap.app, nils.actor);
  const alarm =
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:Soon\r\nEND:VALARM\r\nEND:VEVENT";
  const shown = (await dav.get(`${HOME}${id}.ics`)).body;
  const put = (text: string) =>
    dav.send("PUT", `${HOME}${id}.ics`, { headers: { "content-type": "text/calendar" }, body: text });
  expect((await put(shown.replace("END:VEVENT", alarm))).status).toBe(204);
  expect(await stored()).toBe(before);
  // A reader may change nothing else, and no place by writing what they take it to be.
  const said = before
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => /^LOCATION|ATTENDEE.*=guest/.test(line));
  expect(said).toHaveLength(2);
  for (const line of said)
    for (const guess of [line, line.replace(PHONE, "+46 1").replace(MAIL, "nobody@example.org")]) {
      const kept = shown
        .replaceAll("\r\n ", "")
        .replace(line.startsWith("LOC") ? "none" : /ATTENDEE[^\r]*guest[^\r]*\r\n/, "");
      expect((await put(kept.replace("END:VEVENT", `${guess}\r\nEND:VEVENT`))).status).toBe(403);
    }
  await share("edit");
  const whole = (await dav.get(`${HOME}${id}.ics`)).body;
  expect((await put(whole.replace("SUMMARY:A talk", "SUMMARY:A long talk"))).status).toBe(204);
  const after = (await stored()).replaceAll("\r\n ", "");
  expect(after).toContain("SUMMARY:A long talk");
  expect(after).toContain(`mailto:${MAIL}`);
  expect(after).toContain(PHONE);
});

it("shows a place that somebody else has written there", async () => {
  await share("read");
  const { list } = await elin.call("CalendarEvent/get", { ids: [id] });
  const [key = ""] = Object.keys(list[0].locations);
  await elin.call("CalendarEvent/set", { update: { [id]: { [`locations/${key}/name`]: "Rum 3" } } });
  const seen = await nils.request([["CalendarEvent/get", { accountId: elin.accountId, ids: [id] }]]);
  expect(JSON.stringify(seen.methodResponses)).toContain("Rum 3");
});

it("is shown to a guest who reads the calendar themselves", async () => {
  await book("nils@example.com");
  await share("read");
  const seen = await nils.request([["CalendarEvent/get", { accountId: elin.accountId, ids: [id] }]]);
  expect(JSON.stringify(seen.methodResponses)).toContain("nils@example.com");
  expect(JSON.stringify(seen.methodResponses)).not.toContain(PHONE);
});
