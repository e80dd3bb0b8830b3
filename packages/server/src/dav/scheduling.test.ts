import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
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
let clientOf: DavMeetings["clientOf"];
beforeEach(async () => {
  ({ test, elin, bengt, cilla, put, copyOf, isEmpty, received, answer, clientOf } = await openDavMeetings());
});
afterEach(() => test.close());

describe("a meeting", () => {
  it("arrives in the guests' calendars and inboxes, and in nobody else's", async () => {
    const dag = await test.client("dag");
    const created = await put(elin, MEETING, meeting(event(...GUESTS)));
    expect(created.status).toBe(201);
    expect(created.etag, "the text has been added to").toBeNull();
    const own = await copyOf("elin");
    expect(created.headers.get("schedule-tag")).toBe(own.tag);
    expect(answers(own.text)).toEqual(["elin ACCEPTED, bengt - 1.2, cilla - 1.2"]);
    for (const guest of ["bengt", "cilla"]) {
      const copy = await copyOf(guest);
      expect(answers(copy.text)).toEqual(["elin ACCEPTED, bengt -, cilla -"]);
      expect(copy.text).not.toMatch(/METHOD|SCHEDULE-STATUS/);
      expect(copy.tag).not.toBe("");
      expect(await received(guest)).toEqual(["REQUEST"]);
    }
    expect(await received("elin")).toEqual([]);
    expect((await dag.propfind("/dav/calendars/dag/calendar/", "1", "<d:getetag/>")).hrefs).toHaveLength(1);
    expect((await dag.propfind("/dav/scheduling/dag/inbox/", "1", "<d:getetag/>")).hrefs).toHaveLength(1);
  });

  it("is answered: the organizer's copy has the answer, with the same schedule tag, and the others get nothing", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const before = await copyOf("elin");
    const cillas = await copyOf("cilla");
    expect((await answer("bengt", "ACCEPTED")).status).toBe(204);
    const after = await copyOf("elin");
    expect(answers(after.text)).toEqual(["elin ACCEPTED, bengt ACCEPTED 2.0, cilla - 1.2"]);
    expect(after.tag).toBe(before.tag);
    expect(after.etag).not.toBe(before.etag);
    expect(await received("elin")).toEqual(["REPLY"]);
    expect((await copyOf("bengt")).text).toContain("ORGANIZER;SCHEDULE-STATUS=1.2:mailto:elin@example.com");
    expect(await copyOf("cilla")).toEqual(cillas);
    await answer("cilla", "DECLINED");
    await answer("bengt", "TENTATIVE");
    expect(answers((await copyOf("elin")).text)).toEqual([
      "elin ACCEPTED, bengt TENTATIVE 2.0, cilla DECLINED 2.0",
    ]);
    expect(await received("bengt")).toEqual(["REQUEST"]);
  });

  it("is moved: everybody is asked again, and keeps their own reminders", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const bengts = await copyOf("bengt");
    const alarm =
      "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Soon\r\nTRIGGER:-PT7M\r\nEND:VALARM\r\nEND:VEVENT";
    await put(bengt, bengts.path, bengts.text.replace("END:VEVENT", alarm));
    expect(await received("elin"), "a reminder is nobody else's").toEqual([]);
    await answer("bengt", "ACCEPTED");
    const { text } = await copyOf("elin");
    await put(elin, MEETING, text.replaceAll("20261123T", "20261124T"));
    expect(answers((await copyOf("elin")).text)).toEqual([
      "elin ACCEPTED, bengt NEEDS-ACTION 1.2, cilla - 1.2",
    ]);
    const moved = await copyOf("bengt");
    expect(moved.path).toBe(bengts.path);
    expect(moved.text).toContain("DTSTART:20261124T110000Z");
    expect(moved.text).toContain("TRIGGER:-PT7M");
    expect(moved.text).toContain("SEQUENCE:1");
    expect(answers(moved.text)).toEqual(["elin ACCEPTED, bengt NEEDS-ACTION, cilla -"]);
    expect(await received("bengt")).toEqual(["REQUEST", "REQUEST"]);
  });

  it("loses one guest, who sees it cancelled; the other only sees the new list", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    await answer("bengt", "ACCEPTED");
    const { text } = await copyOf("elin");
    await put(elin, MEETING, text.replace(/^ATTENDEE.*cilla.*\r\n/m, ""));
    expect((await copyOf("cilla")).text).toContain("STATUS:CANCELLED");
    expect(await received("cilla")).toEqual(["REQUEST", "CANCEL"]);
    const bengts = await copyOf("bengt");
    expect(answers(bengts.text)).toEqual(["elin ACCEPTED, bengt ACCEPTED"]);
    expect(bengts.text).not.toContain("CANCELLED");
    expect(await received("bengt"), "no notice of it").toEqual(["REQUEST"]);
    await clientOf("cilla").delete((await copyOf("cilla")).path);
    await sendOutbox(test.app);
    expect(await received("elin"), "what is cancelled is not declined").toEqual(["REPLY"]);
  });

  it("is cancelled by deleting it", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    expect((await elin.delete(MEETING)).status).toBe(204);
    await sendOutbox(test.app);
    for (const guest of ["bengt", "cilla"]) {
      expect((await copyOf(guest)).text).toContain("STATUS:CANCELLED");
      expect(await received(guest)).toEqual(["REQUEST", "CANCEL"]);
    }
    expect(await isEmpty("elin")).toBe(true);
  });

  it("is declined by deleting it, unless the client suppresses the reply", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const [b, c] = [await copyOf("bengt"), await copyOf("cilla")];
    await bengt.delete(b.path, { "if-schedule-tag-match": '"other"' });
    expect((await copyOf("bengt")).etag).toBe(b.etag);
    expect((await bengt.delete(b.path, { "if-schedule-tag-match": b.tag })).status).toBe(204);
    expect((await cilla.delete(c.path, { "schedule-reply": "F" })).status).toBe(204);
    await sendOutbox(test.app);
    expect(answers((await copyOf("elin")).text)).toEqual(["elin ACCEPTED, bengt DECLINED 2.0, cilla - 1.2"]);
    expect(await received("elin")).toEqual(["REPLY"]);
  });

  it("stays away from a guest who has declined and deleted it, until its time changes", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    await bengt.delete((await copyOf("bengt")).path);
    await sendOutbox(test.app);
    const { text } = await copyOf("elin");
    expect(answers(text)[0]).toContain("bengt DECLINED");
    await put(elin, MEETING, text.replace("SUMMARY:Lunch", "SUMMARY:Dinner"));
    expect(await isEmpty("bengt")).toBe(true);
    expect(await received("bengt")).toEqual(["REQUEST"]);
    await put(elin, MEETING, (await copyOf("elin")).text.replaceAll("20261123T", "20261124T"));
    expect(answers((await copyOf("bengt")).text)[0]).toContain("bengt NEEDS-ACTION");
    expect(await received("bengt")).toEqual(["REQUEST", "REQUEST"]);
  });

  it("that repeats has one instance cancelled, one declined and one moved", async () => {
    const daily = event("RRULE:FREQ=DAILY;COUNT=5", ...GUESTS);
    await put(elin, MEETING, meeting(daily));
    await answer("bengt", "ACCEPTED");
    let { text } = await copyOf("elin");
    await put(elin, MEETING, text.replace("RRULE", "EXDATE:20261124T110000Z\r\nRRULE"));
    expect((await copyOf("bengt")).text).toMatch(
      /RECURRENCE-ID:20261124T110000Z[^]*STATUS:CANCELLED|STATUS:CANCELLED[^]*RECURRENCE-ID:20261124T110000Z/,
    );
    expect(await received("bengt")).toEqual(["REQUEST", "CANCEL"]);
    const bengts = await copyOf("bengt");
    await put(bengt, bengts.path, bengts.text.replace("RRULE", "EXDATE:20261125T110000Z\r\nRRULE"));
    ({ text } = await copyOf("elin"));
    expect(answers(text)).toEqual([
      "elin ACCEPTED, bengt ACCEPTED 1.2, cilla - 1.2",
      "elin ACCEPTED, bengt DECLINED 2.0, cilla - 1.2",
    ]);
    const moved = event(
      "RECURRENCE-ID:20261126T110000Z",
      "DTSTART:20261126T150000Z",
      "DTEND:20261126T160000Z",
      ...GUESTS.map((line) =>
        line.replace("ATTENDEE:mailto:bengt", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt"),
      ),
    );
    await put(elin, MEETING, text.replace("END:VCALENDAR\r\n", [...moved, "END:VCALENDAR", ""].join("\r\n")));
    expect(answers((await copyOf("bengt")).text), "what is cancelled stays, too").toEqual([
      "elin ACCEPTED, bengt ACCEPTED, cilla -",
      "elin ACCEPTED, bengt ACCEPTED, cilla -",
      "elin ACCEPTED, bengt NEEDS-ACTION, cilla -",
    ]);
    const kept = (await copyOf("bengt")).text;
    expect(kept, "what was left out stays out").toContain("EXDATE:20261125T110000Z");
    // As a period without a length, a strict parser would refuse the whole object.
    expect(kept).toContain("X-SNART-LEFT-OUT:20261125T110000Z/20261125T110000Z\r\n");
  });

  it("sends nothing when nothing is new", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const [b, { text }] = [await copyOf("bengt"), await copyOf("elin")];
    await put(elin, MEETING, text.replace("END:VEVENT", "X-MOZ-LASTACK:1\r\nEND:VEVENT"));
    await put(elin, MEETING, meeting(event(...GUESTS)));
    expect(await copyOf("bengt")).toEqual(b);
    expect(await received("bengt")).toEqual(["REQUEST"]);
    expect(answers((await copyOf("elin")).text), "what became of it is still told").toEqual([
      "elin ACCEPTED, bengt - 1.2, cilla - 1.2",
    ]);
    expect(await test.app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });

  it("is delegated: the delegate is invited", async () => {
    await put(elin, MEETING, meeting(event(GUESTS[0] ?? "", GUESTS[1] ?? "")));
    const { path, text } = await copyOf("bengt");
    await put(
      bengt,
      path,
      text.replace(
        "ATTENDEE:mailto:bengt@example.com",
        'ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:cilla@example.com":mailto:bengt@example.com\r\nATTENDEE;DELEGATED-FROM="mailto:bengt@example.com":mailto:cilla@example.com',
      ),
    );
    expect(answers((await copyOf("elin")).text)).toEqual(["elin ACCEPTED, bengt DELEGATED 2.0, cilla -"]);
    await sendOutbox(test.app);
    expect(await received("cilla")).toEqual(["REQUEST"]);
    await answer("cilla", "ACCEPTED");
    expect(answers((await copyOf("elin")).text)).toEqual([
      "elin ACCEPTED, bengt DELEGATED 2.0, cilla ACCEPTED 2.0",
    ]);
  });
});

describe("two simultaneous guests", () => {
  it("both answer, and both answers are kept", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const [b, c] = [await copyOf("bengt"), await copyOf("cilla")];
    const say = (text: string, login: string): string =>
      text.replace(`ATTENDEE:mailto:${login}`, `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${login}`);
    await Promise.all([bengt.put(b.path, say(b.text, "bengt")), cilla.put(c.path, say(c.text, "cilla"))]);
    await Promise.all([sendOutbox(test.app), sendOutbox(test.app)]);
    expect(answers((await copyOf("elin")).text)).toEqual([
      "elin ACCEPTED, bengt ACCEPTED 2.0, cilla ACCEPTED 2.0",
    ]);
  });

  it("a write and an answer: the organizer's schedule tag still holds, and the answer stays", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const old = await copyOf("elin");
    await answer("bengt", "ACCEPTED");
    const renamed = old.text.replace("SUMMARY:Lunch", "SUMMARY:Dinner");
    expect((await put(elin, MEETING, renamed, { "if-match": old.etag })).status).toBe(412);
    const stored = await put(elin, MEETING, renamed, { "if-schedule-tag-match": old.tag });
    expect(stored.status).toBe(204);
    expect(answers((await copyOf("elin")).text)[0]).toContain("bengt ACCEPTED");
    expect((await copyOf("bengt")).text).toContain("SUMMARY:Dinner");
    const again = await put(elin, MEETING, old.text, { "if-schedule-tag-match": old.tag });
    expect(again.status, "the organizer's own write has a new tag").toBe(412);
  });

  it("see the schedule tag as a property", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const { tag } = await copyOf("elin");
    expect((await elin.propfind(MEETING, "0", "<c:schedule-tag/>")).resource().text["schedule-tag"]).toBe(
      tag,
    );
    await elin.put(
      `${home("elin")}plain.ics`,
      meeting(event("X-A:1").filter((line) => !line.startsWith("ORGANIZER"))).replace(
        "UID:meeting",
        "UID:plain",
      ),
    );
    const plain = await elin.propfind(`${home("elin")}plain.ics`, "0", "<c:schedule-tag/>");
    expect(plain.resource().byStatus[404]).toEqual(["schedule-tag"]);
  });
});

describe("addresses", () => {
  it("unknown here get a status, and nothing is queued for them", async () => {
    const odd = [
      "ATTENDEE:mailto:somebody@elsewhere.example",
      "ATTENDEE:urn:uuid:00000000-0000-0000-0000-000000000000",
      "ATTENDEE:tel:+4681234567",
    ];
    await put(elin, MEETING, meeting(event(GUESTS[0] ?? "", ...odd)));
    const { text } = await copyOf("elin");
    expect(text).toContain("ATTENDEE;SCHEDULE-STATUS=5.2:mailto:somebody@elsewhere.example");
    expect(text).toContain("ATTENDEE;SCHEDULE-STATUS=3.7:urn:uuid:");
    expect(text).toContain("ATTENDEE;SCHEDULE-STATUS=3.7:tel:");
    expect(await test.app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });

  it("may be a principal's path or id", async () => {
    const { principalId } = cilla.actor;
    const others = ["ATTENDEE:/dav/principals/bengt/", `ATTENDEE:urn:uuid:${principalId}`];
    await put(elin, MEETING, meeting(event(GUESTS[0] ?? "", ...others)));
    expect(await received("bengt")).toEqual(["REQUEST"]);
    expect(await received("cilla")).toEqual(["REQUEST"]);
  });

  it("of other domains go through the gateway once there is one", async () => {
    const app = {
      ...test.app,
      outside: { domain: "example.com", reaches: (email: string) => email.endsWith("@elsewhere.example") },
    };
    const client = new DavClient(app, elin.actor);
    await client.put(MEETING, meeting(event(GUESTS[0] ?? "", "ATTENDEE:mailto:somebody@elsewhere.example")));
    expect((await copyOf("elin")).text).toContain("ATTENDEE;SCHEDULE-STATUS=1.1:mailto:somebody@");
    const queued = await test.app.storage.write((tx) => tx.queues.takeOutbox(test.app.now(), 9, 1));
    expect(queued.map(({ kind, payload }) => [kind, (payload as { method: string }).method])).toEqual([
      ["scheduling-outside", "REQUEST"],
    ]);
  });

  it("with another SCHEDULE-AGENT are left alone", async () => {
    const agents = [
      "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bengt@example.com",
      "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:cilla@example.com",
    ];
    const created = await put(elin, MEETING, meeting(event(...agents)));
    expect(created.etag, "nothing has been written into it").not.toBeNull();
    expect([await isEmpty("bengt"), await isEmpty("cilla")]).toEqual([true, true]);
    expect([await received("bengt"), await received("cilla")]).toEqual([[], []]);
  });
});

describe("what is refused", () => {
  it("an invitation that is already in another calendar", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    await elin.mkcalendar("/dav/calendars/elin/second/");
    const again = await put(elin, "/dav/calendars/elin/second/other.ics", meeting(event(...GUESTS)));
    expect([again.status, again.condition]).toEqual([403, "unique-scheduling-object-resource"]);
    expect(again.body).toContain(MEETING);
    const moved = await elin.send("MOVE", MEETING, {
      headers: { destination: "/dav/calendars/elin/second/m.ics" },
    });
    expect(moved.status).toBe(201);
    await sendOutbox(test.app);
    expect(await received("bengt"), "where it is kept is nobody else's").toEqual(["REQUEST"]);
  });

  it("two organizers, a changed organizer, and changes that a guest may not make", async () => {
    const two = meeting(
      event("RRULE:FREQ=DAILY", ...GUESTS),
      event("RECURRENCE-ID:20261124T110000Z", "ORGANIZER:mailto:bengt@example.com", ...GUESTS),
    );
    expect((await put(elin, MEETING, two)).condition).toBe("same-organizer-in-all-components");
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const other = meeting(event("ORGANIZER:mailto:bengt@example.com", ...GUESTS));
    expect((await put(elin, MEETING, other)).condition).toBe("allowed-organizer-scheduling-object-change");
    const { path, text } = await copyOf("bengt");
    const refused = await put(bengt, path, text.replace("SUMMARY:Lunch", "SUMMARY:Party"));
    expect([refused.status, refused.condition]).toEqual([403, "allowed-attendee-scheduling-object-change"]);
    const hijacked = await put(bengt, path, text.replace("ORGANIZER:mailto:elin", "ORGANIZER:mailto:bengt"));
    expect(hijacked.condition).toBe("allowed-attendee-scheduling-object-change");
    expect((await copyOf("bengt")).text).toBe(text);
    expect(await received("elin")).toEqual([]);
    expect(await received("cilla")).toEqual(["REQUEST"]);
  });

  it("another's event with its UID: other people can neither change nor cancel it", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const before = await copyOf("bengt");
    const mallory = await test.client("mallory");
    const forged = event("SUMMARY:Evil", "SEQUENCE:9", "ORGANIZER:mailto:mallory@example.com", ...GUESTS);
    await put(mallory, "/dav/calendars/mallory/calendar/x.ics", meeting(forged));
    expect(await copyOf("bengt")).toEqual(before);
    expect(await received("bengt")).toEqual(["REQUEST"]);
    const own = await mallory.get("/dav/calendars/mallory/calendar/x.ics");
    expect(answers(own.body.replace(/\r\n /g, ""))[0], "it is told").toContain("bengt - 5.3");
    await mallory.delete("/dav/calendars/mallory/calendar/x.ics");
    await sendOutbox(test.app);
    expect(await copyOf("bengt")).toEqual(before);
  });
});
