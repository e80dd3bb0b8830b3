import { ANSWER_MARKS, answerMarks } from "@snart/calendar/scheduling/own/guest-answers.ts";
import { beforeEach, expect, it } from "vitest";
import { bookStart } from "./app/booking-pages/book-start.ts";
import { confirmGuestBooking } from "./app/booking-pages/change-guest-booking.ts";
import { guestToken } from "./app/booking-pages/tokens.ts";
import type { CalendarId, ShareLevel } from "./app/types.ts";
import { eventType, guestForm, openPage, pageFor } from "./testing/booking/open-page.ts";
import { DavClient } from "./testing/dav-client.ts";
import { eachWithJmap } from "./testing/each-with-jmap.ts";
import type { JmapClient } from "./testing/jmap-client.ts";

// What a guest has answered is for the host. Others must not learn it by asking whether it is there either: by a search, or by writing what
// they take it to be.

const ANSWER = "Bygglov";
const NOTE = "Kaffebryggaren";
const HOME = "/dav/calendars/elin/calendar/";

const { jmap, elin, reader, writer } = eachWithJmap(["elin", "reader", "writer"]);
let id: string;
let path: string;
let whole: string;
beforeEach(async () => {
  const questions = [{ kind: "text", label: { sv: "Varför?" }, required: true }] as const;
  const page = await openPage(jmap.app, elin.actor, eventType([elin.actor.principalId], { questions }));
  const found = await pageFor(jmap.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(jmap.app, found, asked, guestForm({ answers: [ANSWER] }), "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(jmap.app, done.value.booking.id);
  expect((await confirmGuestBooking(jmap.app, token)).ok).toBe(true);
  const booking = await jmap.app.storage.read((tx) => tx.pageBookings.byId(done.value.booking.id));
  if (!booking?.objectId) throw new Error("no event");
  id = booking.objectId;
  path = `${HOME}${id}.ics`;
  const event = (await elin.call("CalendarEvent/get", { ids: [id] })).list[0];
  whole = `${event.description}\n${NOTE}`;
  await elin.call("CalendarEvent/set", { update: { [id]: { description: whole } } });
  const calendarId = (await elin.calendars())[0].id as CalendarId;
  const share = (client: JmapClient, level: ShareLevel) =>
    jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: client.actor.principalId, level }),
    );
  await share(reader, "read");
  await share(writer, "edit");
});

const byJmap =
  (condition: (word: string) => object, args: object = {}) =>
  async (client: JmapClient, word: string): Promise<boolean> => {
    const asked = { accountId: elin.accountId, filter: condition(word), ...args };
    const { methodResponses } = await client.request([["CalendarEvent/query", asked]]);
    return methodResponses[0]?.[1].ids.includes(id);
  };
const byDav =
  (filter: (word: string) => string, depth = "1", at = HOME) =>
  async (client: JmapClient, word: string): Promise<boolean> => {
    const dav = new DavClient(jmap.app, client.actor);
    const query = `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter(word)}</c:comp-filter></c:comp-filter></c:filter>`;
    const { body } = await dav.report(at, "c:calendar-query", query, { depth });
    return body.includes(id);
  };
const textMatch = (word: string): string =>
  `<c:prop-filter name="DESCRIPTION"><c:text-match>${word}</c:text-match></c:prop-filter>`;

const ROUTES: Readonly<Record<string, (client: JmapClient, word: string) => Promise<boolean>>> = {
  "JMAP, any text": byJmap((text) => ({ text })),
  "JMAP, any text, nearest first": byJmap((text) => ({ text }), {
    sort: [{ property: "nearness" }],
    limit: 5,
  }),
  "JMAP, the description": byJmap((description) => ({ description })),
  "JMAP, the description within a time": byJmap((description) => ({
    operator: "AND",
    conditions: [{ description }, { after: "2026-11-23T00:00:00", before: "2026-11-24T00:00:00" }],
  })),
  "JMAP, not what lacks it": byJmap((text) => ({
    operator: "NOT",
    conditions: [{ operator: "NOT", conditions: [{ text }] }],
  })),
  "CalDAV, the description": byDav(textMatch),
  "CalDAV, the description, of one object": (client, word) => byDav(textMatch, "0", path)(client, word),
  "CalDAV, the description, of a home": byDav(textMatch, "infinity", "/dav/calendars/elin/"),
};

it.each(Object.entries(ROUTES))(
  "is found by the host and whoever may change the event alone: %s",
  async (_, finds) => {
    for (const client of [elin, writer]) expect(await finds(client, ANSWER)).toBe(true);
    expect(await finds(reader, ANSWER)).toBe(false);
    for (const client of [elin, writer, reader]) expect(await finds(client, NOTE)).toBe(true);
  },
);

it("is not told by whether there is anything that names it", async () => {
  const marked = '<c:prop-filter name="JSPROP"/>';
  expect(await byDav(() => marked)(elin, "")).toBe(true);
  expect(await byDav(() => marked)(reader, "")).toBe(false);
});

it("is not told by what becomes of a guess that is written", async () => {
  const dav = new DavClient(jmap.app, reader.actor);
  const seen = (await dav.get(path)).body.replaceAll("\r\n ", "");
  expect(seen).toContain(`DESCRIPTION:${NOTE}`);
  const guess = (answer: string, hasMarks: boolean): string => {
    const line = `Varför?: ${answer}`;
    const marks = `JSPROP;JSPTR=${ANSWER_MARKS}:${JSON.stringify(answerMarks(line)).replaceAll(",", "\\,")}\r\n`;
    const said = `DESCRIPTION:${line}\\n${NOTE}\r\n`;
    return seen.replace(`DESCRIPTION:${NOTE}\r\n`, said + (hasMarks ? marks : ""));
  };
  for (const hasMarks of [false, true]) {
    const [right, wrong] = [
      await dav.put(path, guess(ANSWER, hasMarks)),
      await dav.put(path, guess("Semester", hasMarks)),
    ];
    expect([right.status, right.body]).toEqual([wrong.status, wrong.body]);
    expect(right.status).toBe(403);
  }
  const written = async (description: string): Promise<unknown> => {
    const asked = { accountId: elin.accountId, update: { [id]: { description } } };
    const { methodResponses } = await reader.request([["CalendarEvent/set", asked]]);
    const [[, answer] = []] = methodResponses;
    return [answer.updated, answer.notUpdated];
  };
  expect(await written(whole)).toEqual(await written(whole.replace(ANSWER, "Semester")));
  expect((await elin.call("CalendarEvent/get", { ids: [id] })).list[0].description).toBe(whole);
});
