import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import type { PrincipalId } from "../app/types.ts";
import { DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let test: TestDav;
let elin: DavClient;
let bengt: DavClient;
let cilla: DavClient;
const MEETING = "/dav/calendars/elin/calendar/meeting.ics";

beforeEach(async () => {
  test = await openTestDav();
  elin = await test.client("elin");
  bengt = await test.client("bengt");
  cilla = await test.client("cilla");
});
afterEach(() => test.close());

const meeting = (...components: readonly (readonly string[])[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", ...components.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );
const event = (...lines: readonly string[]): readonly string[] => {
  const has = (name: string): boolean => lines.some((line) => line.startsWith(name));
  return [
    "BEGIN:VEVENT",
    "UID:meeting",
    "DTSTAMP:20261101T120000Z",
    ...(has("DTSTART") ? [] : ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"]),
    ...(has("SUMMARY") ? [] : ["SUMMARY:Lunch"]),
    ...(has("ORGANIZER") ? [] : ["ORGANIZER:mailto:elin@example.com"]),
    ...lines,
    "END:VEVENT",
  ];
};
const GUESTS = [
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE:mailto:bengt@example.com",
  "ATTENDEE:mailto:cilla@example.com",
];

/** Puts and delivers. */
async function put(
  client: DavClient,
  path: string,
  text: string,
  headers: Record<string, string> = {},
): Promise<ReturnType<DavClient["put"]>> {
  test.clock.advance(1_000);
  const answer = await client.put(path, text, headers);
  await sendOutbox(test.app);
  return answer;
}

const home = (login: string): string => `/dav/calendars/${login}/calendar/`;
const inbox = (login: string): string => `/dav/scheduling/${login}/inbox/`;
const clientOf = (login: string): DavClient => ({ elin, bengt, cilla })[login] ?? elin;

/** The one object in somebody's calendar. */
async function copyOf(login: string): Promise<{ path: string; text: string; etag: string; tag: string }> {
  const { hrefs } = await clientOf(login).propfind(home(login), "1", "<d:getetag/>");
  expect(hrefs).toHaveLength(2);
  const path = hrefs[1] ?? "";
  const got = await clientOf(login).get(path);
  const tag = got.headers.get("schedule-tag") ?? "";
  return { path, text: got.body.replace(/\r\n /g, ""), etag: got.etag ?? "", tag };
}
const isEmpty = async (login: string): Promise<boolean> =>
  (await clientOf(login).propfind(home(login), "1", "<d:getetag/>")).hrefs.length === 1;

/** Methods of the messages in somebody's inbox, oldest first. */
async function received(login: string): Promise<readonly string[]> {
  const { hrefs } = await clientOf(login).propfind(inbox(login), "1", "<d:getetag/>");
  const methods: string[] = [];
  for (const path of hrefs.slice(1))
    methods.push(/METHOD:(\w+)/.exec((await clientOf(login).get(path)).body)?.[1] ?? "");
  return methods.toReversed();
}

/** `bengt ACCEPTED 2.0`: each attendee's state in a text, component by component. */
const answers = (text: string): readonly string[] =>
  text
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((component) =>
      [...component.matchAll(/^ATTENDEE(.*):mailto:(\w+)@/gm)]
        .map(([, parameters = "", name]) =>
          [
            name,
            /PARTSTAT=([A-Z-]+)/.exec(parameters)?.[1] ?? "-",
            /SCHEDULE-STATUS=([\d.]+)/.exec(parameters)?.[1],
          ]
            .filter((part) => part !== undefined)
            .join(" "),
        )
        .join(", "),
    );

async function answer(login: string, partstat: string, headers: Record<string, string> = {}) {
  const { path, text, tag } = await copyOf(login);
  const line = new RegExp(`^ATTENDEE[^\r\n]*:mailto:${login}@example.com`, "gm");
  const answered = text.replace(line, `ATTENDEE;PARTSTAT=${partstat}:mailto:${login}@example.com`);
  return put(clientOf(login), path, answered, { "if-schedule-tag-match": tag, ...headers });
}

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
    expect(answers((await copyOf("bengt")).text)).toEqual([
      "elin ACCEPTED, bengt ACCEPTED, cilla -",
      "elin ACCEPTED, bengt NEEDS-ACTION, cilla -",
    ]);
    expect((await copyOf("bengt")).text, "what was left out stays out").toContain("EXDATE:20261125T110000Z");
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
    expect(answers(own.body.replace(/\r\n /g, ""))[0], "it is told").toContain("bengt - 5.1");
    await mallory.delete("/dav/calendars/mallory/calendar/x.ics");
    await sendOutbox(test.app);
    expect(await copyOf("bengt")).toEqual(before);
  });
});

describe("a calendar", () => {
  it("that is deleted cancels future events, and no past ones", async () => {
    await put(elin, MEETING, meeting(event(...GUESTS)));
    const past = event("DTSTART:20261101T110000Z", "DTEND:20261101T120000Z", ...GUESTS);
    await put(elin, `${home("elin")}past.ics`, meeting(past).replace("UID:meeting", "UID:past"));
    expect(await received("bengt")).toEqual(["REQUEST", "REQUEST"]);
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
    expect((await copyOf("bengt")).text).toContain("ORGANIZER:mailto:elin@example.com");
    await answer("bengt", "ACCEPTED");
    expect(await received("elin")).toEqual(["REPLY"]);
    expect((await dagsApp.propfind("/dav/scheduling/dag/inbox/", "1", "<d:getetag/>")).hrefs).toHaveLength(1);
    const own = meeting(
      event("ORGANIZER:mailto:dag@example.com", "ATTENDEE:mailto:cilla@example.com"),
    ).replace("UID:meeting", "UID:dags");
    await put(dagsApp, `${home("elin")}dags.ics`, own);
    expect(await received("cilla"), "who organises is not whose calendar it is: nobody is told").toEqual([
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
