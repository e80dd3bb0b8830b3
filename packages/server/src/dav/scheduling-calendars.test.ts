import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import type { PrincipalId } from "../app/types.ts";
import { DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import {
  openDavMeetings,
  type DavMeetings,
  answers,
  event,
  GUESTS,
  home,
  meeting,
} from "../testing/dav-meetings.ts";

const MEETING = "/dav/calendars/elin/calendar/meeting.ics";
let test: DavMeetings["test"];
let elin: DavMeetings["elin"];
let bengt: DavMeetings["bengt"];
let cilla: DavMeetings["cilla"];
let put: DavMeetings["put"];
let copyOf: DavMeetings["copyOf"];
let isEmpty: DavMeetings["isEmpty"];
let received: DavMeetings["received"];
let answer: DavMeetings["answer"];
beforeEach(async () => {
  ({ test, elin, bengt, cilla, put, copyOf, isEmpty, received, answer } = await openDavMeetings());
});
afterEach(() => test.close());

describe("a calendar", () => {
  it("that is deleted cancels future events, and no past ones", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const past = event("DTSTART:20261101T110000Z", "DTEND:20261101T120000Z", ...GUESTS);
    await put(elin, `${home("elin")}past.ics`, meeting(past).replace("UID:meeting", "UID:past"));
    expect(await received("bengt")).toEqual(["REQUEST", "REQUEST"]);
    await elin.mkcalendar("/dav/calendars/elin/other/");
    expect((await elin.delete(home("elin"))).status).toBe(204);
    await sendOutbox(test.app);
    expect(await received("bengt")).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
    const { hrefs } = await bengt.propfind(home("bengt"), "1", "<d:getetag/>");
    const texts = await Promise.all(hrefs.slice(1).map(async (path) => (await bengt.get(path)).body));
    expect(
      texts.filter((text) => text.includes("STATUS:CANCELLED")).map((text) => /UID:(\w+)/.exec(text)?.[1]),
    ).toEqual(["meeting"]);
  });

  it("that somebody else may edit still belongs to its owner: the owner invites, and gets the answers", async () => {
    const [calendarId, dag] = [await firstCalendarOf(test.app, elin.actor), await test.person("dag")];
    await test.app.storage.write(async (tx) => {
      await tx.lockAccount(elin.actor.principalId);
      await tx.calendars.setShare({ calendarId, principalId: dag.principalId, level: "edit" });
    });
    const dagsApp = new DavClient(test.app, dag);
    expect((await put(dagsApp, MEETING, meeting(event(...GUESTS)))).status).toBe(201);
    expect((await copyOf("bengt")).text).toContain(
      'ORGANIZER;CN=elin;SENT-BY="mailto:dag@example.com":mailto:elin@example.com',
    );
    await answer("bengt", "ACCEPTED");
    expect(await received("elin")).toEqual(["REPLY"]);
    expect((await dagsApp.propfind("/dav/scheduling/dag/inbox/", "1", "<d:getetag/>")).hrefs).toHaveLength(1);
    const own = meeting(
      event("ORGANIZER:mailto:dag@example.com", "ATTENDEE:mailto:cilla@example.com"),
    ).replace("UID:meeting", "UID:dags");
    await put(dagsApp, `${home("elin")}dags.ics`, own);
    expect(await received("cilla"), "the sharee invites to a meeting of their own").toEqual([
      "REQUEST",
      "REQUEST",
    ]);
  });

  it("of a group is invited and invites like a person's", async () => {
    const boardId = await test.app.storage.write(async (tx) => {
      const id = "board" as PrincipalId;
      await tx.principals.insert({
        id,
        kind: "group",
        login: "board",
        displayName: "Board",
        email: "board@example.com",
        formerLogins: [],
        formerEmails: [],
        status: "active",
        isAdmin: false,
        preferences: {},
        createdAt: 0,
      });
      await tx.principals.addMember(id, cilla.actor.principalId, true);
      return id;
    });
    const made = await createCalendar(test.app, cilla.actor, boardId, {
      name: "Board",
      uri: "calendar",
    });
    expect(made.ok).toBe(true);
    await put(elin, MEETING, meeting(event(GUESTS[0] ?? "", "ATTENDEE:mailto:board@example.com")));
    const { hrefs } = await cilla.propfind("/dav/calendars/board/calendar/", "1", "<d:getetag/>");
    expect(hrefs).toHaveLength(2);
    expect((await cilla.propfind("/dav/scheduling/board/inbox/", "1", "<d:getetag/>")).hrefs).toHaveLength(2);
    expect((await bengt.propfind("/dav/scheduling/board/inbox/", "1", "<d:getetag/>")).status).toBe(404);
    const copy = await cilla.get(hrefs[1] ?? "");
    await put(
      cilla,
      hrefs[1] ?? "",
      copy.body.replace("ATTENDEE:mailto:board", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:board"),
    );
    expect(answers((await copyOf("elin")).text)).toEqual(["elin ACCEPTED, board ACCEPTED 2.0"]);
    expect(await isEmpty("cilla")).toBe(true);
  });
});

describe("large meetings", () => {
  it(
    "five hundred guests are invited in one write, and more are refused, also if each instance has few",
    { timeout: 60_000 },
    async () => {
      const many = (count: number, from = 0): readonly string[] =>
        Array.from({ length: count }, (_, i) => `ATTENDEE:mailto:guest${from + i}@elsewhere.example`);
      expect(
        (await put(elin, MEETING, meeting(event(...many(499), "ATTENDEE:mailto:bengt@example.com")))).status,
      ).toBe(201);
      expect(await received("bengt")).toEqual(["REQUEST"]);
      const spread = meeting(
        event("RRULE:FREQ=DAILY", ...many(300)),
        event("RECURRENCE-ID:20261124T110000Z", "DTSTART:20261124T110000Z", ...many(300, 300)),
      ).replaceAll("UID:meeting", "UID:spread");
      expect((await put(elin, `${home("elin")}spread.ics`, spread)).condition).toBe(
        "max-attendees-per-instance",
      );
    },
  );

  it("journals invite nobody", async () => {
    await elin.mkcalendar(
      "/dav/calendars/elin/notes/",
      '<c:supported-calendar-component-set><c:comp name="VJOURNAL"/></c:supported-calendar-component-set>',
    );
    const note = meeting(event(...GUESTS))
      .replaceAll("VEVENT", "VJOURNAL")
      .replace("DTEND:20261123T120000Z\r\n", "");
    expect((await put(elin, "/dav/calendars/elin/notes/n.ics", note)).status).toBe(201);
    expect(await isEmpty("bengt")).toBe(true);
  });

  it("tasks are assigned and completed", async () => {
    const task = (lines: readonly string[]): string =>
      meeting(event(...lines))
        .replaceAll("VEVENT", "VTODO")
        .replace("DTEND:", "DUE:");
    await put(elin, MEETING, task(GUESTS));
    const copy = await copyOf("bengt");
    expect(copy.text).toContain("BEGIN:VTODO");
    const done = copy.text.replace("ATTENDEE:mailto:bengt", "ATTENDEE;PARTSTAT=COMPLETED:mailto:bengt");
    await put(bengt, copy.path, done.replace("SUMMARY:", "PERCENT-COMPLETE:100\r\nSUMMARY:"));
    expect((await copyOf("elin")).text).toMatch(/^ATTENDEE;(?=[^:]*PARTSTAT=COMPLETED)[^:]*:mailto:bengt/m);
  });
});
