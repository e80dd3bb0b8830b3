import { MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import { makeHousehold } from "../../testing/booking/make-household.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { ANY_TIME, LAUNDRY } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { event, home, meeting } from "../../testing/dav-meetings.ts";
import { acceptHouseRules } from "./house-rules/accept-house-rules.ts";
import { book, cancelBooking } from "./book.ts";
import { examineBookings } from "./examine-bookings.ts";

type World = Awaited<ReturnType<typeof openBoard>>;
let test: World["test"];
let elin: DavClient;
let bengt: DavClient;
let make: World["make"];
beforeEach(async () => {
  ({ test, elin, bengt, make } = await openBoard());
  return () => test.close();
});

async function room(
  given: Parameters<typeof make>[0] = {},
  answerMode: AnswerMode = "automatic",
): Promise<PrincipalId> {
  const id = await make({ capacity: 8, ...given });
  await test.app.storage.write((tx) => tx.bookables.update(id, { answerMode }));
  return id;
}

const ONE = { max: 1, of: "bookings", per: "upcoming", over: "this" };
const SERIES = { ...ANY_TIME, recurring: "skipTaken" };

/** Monday 23 November 2026, from an hour of the day on in UTC; the clock stands at the Friday before. */
const at = (hour: number): string => `20261123T${String(hour).padStart(2, "0")}0000Z`;
const times = (hour: number, length = 1): readonly string[] => [
  `DTSTART:${at(hour)}`,
  `DTEND:${at(hour + length)}`,
];
const invited = (...rooms: readonly PrincipalId[]): readonly string[] => [
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  ...rooms.map((id) => `ATTENDEE;CUTYPE=ROOM;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:urn:uuid:${id}`),
];
const ofBengt = (lines: readonly string[]): readonly string[] => [
  "ORGANIZER:mailto:bengt@example.com",
  ...lines.map((line) => line.replace("elin@", "bengt@")),
];

/** Puts and reads back: what the client sees after its write. */
async function put(client: DavClient, name: string, ...components: (readonly string[])[]): Promise<string> {
  test.clock.advance(1_000);
  const path = `${home(client.actor.login)}${name}.ics`;
  const text = meeting(...components.map((lines) => event(...lines))).replaceAll(
    "UID:meeting",
    `UID:${name}`,
  );
  const answer = await client.put(path, text);
  expect([201, 204], answer.body).toContain(answer.status);
  return read(client, name);
}
async function read(client: DavClient, name: string): Promise<string> {
  const got = await client.get(`${home(client.actor.login)}${name}.ics`);
  return got.body.replace(/\r\n /g, "");
}

/** What the rooms of each component answer. */
const answersOf = (text: string): readonly string[] =>
  text
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((part) =>
      [...part.matchAll(/^ATTENDEE(.*):urn:uuid:/gm)]
        .map(([, parameters = ""]) => /PARTSTAT=([A-Z-]+)/.exec(parameters)?.[1] ?? "-")
        .join(" "),
    );
const whyOf = (text: string): string =>
  /^X-CALENDARSERVER-ATTENDEE-COMMENT[^:]*(?:"[^"]*"[^:]*)*:(?=[A-Z])(.*)$/m.exec(text)?.[1] ?? "";

async function bookings(id: PrincipalId) {
  const all = await test.app.storage.read((tx) => tx.bookings.inRange(id, { start: 0, end: 8e15 }));
  return all.map(({ state, startsAt, partyId }) => ({
    state,
    hour: new Date(startsAt).getUTCHours(),
    party:
      partyId === elin.actor.principalId ? "elin" : partyId === bengt.actor.principalId ? "bengt" : partyId,
  }));
}
const claims = (id: PrincipalId): Promise<number> =>
  test.app.storage.read(async (tx) => {
    const cells = { from: 0, until: 1e9 };
    return (await tx.claims.inRange(id, cells, test.app.now())).length;
  });

describe("a room that a calendar app invites", () => {
  it("accepts in the write itself, and its time is booked", async () => {
    const id = await room();
    const text = await put(elin, "one", [...times(11), ...invited(id)]);
    expect(answersOf(text)).toEqual(["ACCEPTED"]);
    expect(await bookings(id)).toEqual([{ state: "confirmed", hour: 11, party: "elin" }]);
    expect(await claims(id)).toBe(4);
  });

  it("is booked for the organizer's household, whose limits count", async () => {
    const house = await makeHousehold(test.app, elin.actor, "1203", ["elin", "bengt"]);
    const [one, two] = [
      await room({ rules: LAUNDRY, labels: ["wash"] }),
      await room({ rules: LAUNDRY, labels: ["wash"] }),
    ];
    const pass = (hour: number) => times(hour, 3);
    await put(elin, "one", [...pass(6), ...invited(one)]);
    await put(bengt, "two", [...ofBengt([...pass(6), ...invited(two)])]);
    expect((await bookings(one)).map(({ party }) => party)).toEqual([house]);
    expect((await bookings(two)).map(({ party }) => party)).toEqual([house]);
    const third = await put(elin, "three", [...pass(9), ...invited(one)]);
    expect(answersOf(third)).toEqual(["DECLINED"]);
  });

  it("is written with an entity tag that the app does not know yet", async () => {
    const id = await room();
    const text = meeting(event(...times(11), ...invited(id)));
    const answer = await elin.put(`${home("elin")}meeting.ics`, text);
    expect(answer.etag).toBeNull();
  });

  it("declines what is taken, with the reason in the organizer's language", async () => {
    const id = await room();
    await test.app.storage.write((tx) =>
      tx.principals.update(bengt.actor.principalId, { preferences: { language: "sv" } }),
    );
    await put(elin, "one", [...times(11), ...invited(id)]);
    const text = await put(bengt, "two", ofBengt([...times(11), ...invited(id)]));
    expect(answersOf(text)).toEqual(["DECLINED"]);
    expect(whyOf(text)).toBe("Tiden är upptagen till 13:00.");
    expect(await bookings(id)).toHaveLength(1);
    // The report counts it as any other wish that was refused.
    const refused = await test.app.storage.read((tx) => tx.bookingRefusals.ofMonth(id, "2026-11"));
    expect(refused).toMatchObject([{ partyId: bengt.actor.principalId, reason: "taken", times: 1 }]);
  });

  it("accepts when the meeting moves to a free time, and frees the former", async () => {
    const id = await room();
    await put(elin, "one", [...times(11), ...invited(id)]);
    const moved = await put(elin, "one", [...times(14), "SEQUENCE:1", ...invited(id)]);
    expect(answersOf(moved)).toEqual(["ACCEPTED"]);
    expect(await bookings(id)).toEqual([{ state: "confirmed", hour: 14, party: "elin" }]);
    expect(answersOf(await put(bengt, "two", ofBengt([...times(11), ...invited(id)])))).toEqual(["ACCEPTED"]);
  });

  it("may keep its own time when the meeting moves within it", async () => {
    const id = await room();
    await put(elin, "one", [...times(11, 2), ...invited(id)]);
    const moved = await put(elin, "one", [...times(12, 2), "SEQUENCE:1", ...invited(id)]);
    expect(answersOf(moved)).toEqual(["ACCEPTED"]);
  });

  it("declines a move into a clash, and keeps its former time for the mover until the next one", async () => {
    const id = await room();
    await put(bengt, "two", ofBengt([...times(14), ...invited(id)]));
    await put(elin, "one", [...times(11), ...invited(id)]);
    const moved = await put(elin, "one", [...times(14), "SEQUENCE:1", ...invited(id)]);
    expect(answersOf(moved)).toEqual(["DECLINED"]);
    expect(await claims(id)).toBe(8);
    const states = (await bookings(id)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["cancelled", "confirmed", "hold"]);
    const neighbours = await put(bengt, "three", ofBengt([...times(11), ...invited(id)]));
    expect(answersOf(neighbours)).toEqual(["DECLINED"]);
    const again = await put(elin, "one", [...times(16), "SEQUENCE:2", ...invited(id)]);
    expect(answersOf(again)).toEqual(["ACCEPTED"]);
    expect(await claims(id)).toBe(8);
    expect((await examineBookings(test.app, false)).faults).toEqual([]);
  });

  it("lets a meeting that was moved into a clash move back for ten minutes, and is then free", async () => {
    const id = await room({ rules: { ...ANY_TIME, limits: [ONE] } });
    await put(bengt, "two", ofBengt([...times(14), ...invited(id)]));
    await put(elin, "one", [...times(11), ...invited(id)]);
    await put(elin, "one", [...times(14), "SEQUENCE:1", ...invited(id)]);
    test.clock.advance(9 * MINUTE);
    const back = await put(elin, "one", [...times(11), "SEQUENCE:2", ...invited(id)]);
    expect(answersOf(back)).toEqual(["ACCEPTED"]);
    expect(await claims(id)).toBe(8);
    await put(elin, "one", [...times(14), "SEQUENCE:3", ...invited(id)]);
    test.clock.advance(10 * MINUTE);
    await bengt.delete(`${home("bengt")}two.ics`);
    const neighbours = await put(bengt, "three", ofBengt([...times(11), ...invited(id)]));
    expect(answersOf(neighbours)).toEqual(["ACCEPTED"]);
    const tooLate = await put(elin, "one", [...times(11), "SEQUENCE:4", ...invited(id)]);
    expect(answersOf(tooLate)).toEqual(["DECLINED"]);
    expect(await claims(id)).toBe(4);
    expect((await examineBookings(test.app, false)).faults).toEqual([]);
  });

  it("keeps nothing of a moved meeting that is deleted, or of which the room is taken off", async () => {
    const id = await room();
    await put(bengt, "two", ofBengt([...times(14), ...invited(id)]));
    for (const end of ["deleted", "without"]) {
      await put(elin, end, [...times(11), ...invited(id)]);
      await put(elin, end, [...times(14), "SEQUENCE:1", ...invited(id)]);
      expect(await claims(id)).toBe(8);
      if (end === "deleted") await elin.delete(`${home("elin")}deleted.ics`);
      else await put(elin, end, [...times(14), "SEQUENCE:2", ...invited()]);
      expect(await claims(id)).toBe(4);
    }
    expect((await examineBookings(test.app, false)).faults).toEqual([]);
  });

  it("keeps every date of a series that is moved into clashes", async () => {
    const id = await room({ rules: SERIES });
    const weekly = "RRULE:FREQ=WEEKLY;COUNT=2";
    await put(bengt, "two", ofBengt([...times(14), weekly, ...invited(id)]));
    await put(elin, "one", [...times(11), weekly, ...invited(id)]);
    await put(elin, "one", [...times(14), weekly, "SEQUENCE:1", ...invited(id)]);
    expect(await claims(id)).toBe(16);
    test.clock.advance(10 * MINUTE);
    expect(await claims(id)).toBe(8);
  });

  it("keeps its answer when something else of the meeting changes", async () => {
    const id = await room();
    await put(elin, "one", [...times(11), ...invited(id)]);
    const renamed = await put(elin, "one", [...times(11), "SUMMARY:Other", ...invited(id)]);
    expect(answersOf(renamed)).toEqual(["ACCEPTED"]);
    expect(await bookings(id)).toHaveLength(1);
  });

  it("is free again when the meeting is deleted, or it is invited no more", async () => {
    const id = await room();
    await put(elin, "one", [...times(11), ...invited(id)]);
    await put(elin, "one", [...times(11), ...invited()]);
    expect(await claims(id)).toBe(0);
    await put(elin, "two", [...times(13), ...invited(id)]);
    expect(await claims(id)).toBe(4);
    const gone = await elin.delete(`${home("elin")}two.ics`);
    expect(gone.status).toBe(204);
    expect(await claims(id)).toBe(0);
  });

  it("declines the clashing dates of a series alone", async () => {
    const id = await room({ rules: SERIES });
    await put(bengt, "two", ofBengt(["DTSTART:20261130T110000Z", "DTEND:20261130T120000Z", ...invited(id)]));
    const text = await put(elin, "one", [...times(11), "RRULE:FREQ=WEEKLY;COUNT=4", ...invited(id)]);
    expect(answersOf(text)).toEqual(["ACCEPTED", "DECLINED"]);
    expect(text).toContain("RECURRENCE-ID:20261130T110000Z");
    expect(await claims(id)).toBe(16);
    // The declined date takes its place when it is moved to a free time.
    const moved = text
      .replaceAll("DTSTART:20261130T110000Z", "DTSTART:20261130T150000Z")
      .replaceAll("DTEND:20261130T120000Z", "DTEND:20261130T160000Z");
    await elin.put(`${home("elin")}one.ics`, moved);
    expect(answersOf(await read(elin, "one"))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await claims(id)).toBe(20);
  });

  it("declines a series whole where its rules say all or nothing, and where they allow none", async () => {
    const id = await room({ rules: { ...SERIES, recurring: "allOrNothing" } });
    await put(bengt, "two", ofBengt(["DTSTART:20261130T110000Z", "DTEND:20261130T120000Z", ...invited(id)]));
    const rule = "RRULE:FREQ=WEEKLY;COUNT=4";
    expect(answersOf(await put(elin, "one", [...times(11), rule, ...invited(id)]))[0]).toBe("DECLINED");
    expect(await claims(id)).toBe(4);
    const none = await room({ name: "Red room" });
    const text = await put(elin, "three", [...times(11), rule, ...invited(none)]);
    expect([...answersOf(text), whyOf(text)]).toEqual([
      "DECLINED",
      "Repeating bookings cannot be made here.",
    ]);
  });

  it("declines a series with more dates than one may book", async () => {
    const id = await room({ rules: SERIES });
    const text = await put(elin, "one", [...times(11), "RRULE:FREQ=DAILY", ...invited(id)]);
    expect(answersOf(text)).toEqual(["DECLINED"]);
    expect(whyOf(text)).toContain("400");
  });

  it("frees a date that is taken out of a series", async () => {
    const id = await room({ rules: SERIES });
    const rule = "RRULE:FREQ=WEEKLY;COUNT=4";
    await put(elin, "one", [...times(11), rule, ...invited(id)]);
    await put(elin, "one", [...times(11), rule, "EXDATE:20261130T110000Z", ...invited(id)]);
    expect(await claims(id)).toBe(12);
  });

  it("follows its rules for the organizer's party", async () => {
    const id = await room({ rules: LAUNDRY, labels: ["wash"] });
    expect(answersOf(await put(elin, "one", [...times(6, 3), ...invited(id)]))).toEqual(["ACCEPTED"]);
    expect(answersOf(await put(elin, "two", [...times(9, 3), ...invited(id)]))).toEqual(["ACCEPTED"]);
    const third = await put(elin, "three", [...times(12, 3), ...invited(id)]);
    expect(answersOf(third)).toEqual(["DECLINED"]);
    expect(whyOf(third)).toMatch(/2 (of|coming)/);
    expect(whyOf(await put(bengt, "four", ofBengt([...times(12), ...invited(id)])))).not.toBe("");
  });

  it("books several rooms, each by its own answer", async () => {
    const [first, second] = [await room(), await room({ name: "Red room" })];
    await put(bengt, "two", ofBengt([...times(11), ...invited(second)]));
    const text = await put(elin, "one", [...times(11), ...invited(first, second)]);
    expect(answersOf(text)).toEqual(["ACCEPTED DECLINED"]);
  });

  it.each<[AnswerMode, string, string]>([
    ["automatic", "ACCEPTED", "DECLINED"],
    ["none", "NEEDS-ACTION", "NEEDS-ACTION"],
    ["accept-always", "ACCEPTED", "ACCEPTED"],
    ["decline-always", "DECLINED", "DECLINED"],
    ["accept-if-free", "ACCEPTED", "NEEDS-ACTION"],
    ["decline-if-busy", "NEEDS-ACTION", "DECLINED"],
  ])("answers by its mode: %s", async (mode, free, busy) => {
    const id = await room({}, mode);
    const entered = meeting(event(...times(14), "ORGANIZER:mailto:nobody@example.com"));
    const { login } = (await test.app.storage.read((tx) => tx.principals.byId(id))) ?? { login: "" };
    const direct = await elin.put(`${home(login)}direct.ics`, entered);
    expect(direct.status).toBe(201);
    expect(answersOf(await put(elin, "one", [...times(11), ...invited(id)]))).toEqual([free]);
    expect(answersOf(await put(elin, "two", [...times(14), ...invited(id)]))).toEqual([busy]);
  });

  it("says why it declines whatever it is asked, and nothing where it accepts", async () => {
    const id = await room({}, "decline-always");
    const text = await put(elin, "one", [...times(11), ...invited(id)]);
    expect(answersOf(text)).toEqual(["DECLINED"]);
    expect(whyOf(text)).toBe("It declines every invitation\\, whatever the time.");
    const open = await room({ name: "Red room" }, "accept-always");
    expect(whyOf(await put(elin, "two", [...times(11), ...invited(open)]))).toBe("");
  });

  it("is had by a calendar app once its house rules are accepted, which no app can do", async () => {
    const houseRules = { text: { en: "Wipe the board.", sv: "Torka tavlan." }, version: 2, mustAccept: true };
    const id = await room({ rules: { ...ANY_TIME, houseRules } });
    const no = await put(bengt, "one", ofBengt([...times(11), ...invited(id)]));
    expect(answersOf(no)).toEqual(["DECLINED"]);
    expect(whyOf(no)).toMatch(/^The house rules must be accepted first/);
    const accepted = await acceptHouseRules(test.app, bengt.actor, { bookableId: id, version: 2 });
    expect(accepted.ok).toBe(true);
    expect(answersOf(await put(bengt, "two", ofBengt([...times(11), ...invited(id)])))).toEqual(["ACCEPTED"]);
    // What one has accepted says nothing of another.
    expect(answersOf(await put(elin, "three", [...times(13), ...invited(id)]))).toEqual(["DECLINED"]);
  });

  it("gives one time to one of many who invite it at once", async () => {
    const id = await room();
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => test.client(`p${String(n)}`)));
    const texts = await Promise.all(
      people.map(async (one, n) => {
        const lines = [...times(11), ...invited(id)].map((line) => line.replace("elin@", `p${String(n)}@`));
        const organizer = `ORGANIZER:mailto:p${String(n)}@example.com`;
        const text = meeting(event(organizer, ...lines));
        await one.put(`${home(one.actor.login)}meeting.ics`, text);
        return read(one, "meeting");
      }),
    );
    const said = texts.flatMap(answersOf);
    expect(said.filter((one) => one === "ACCEPTED")).toHaveLength(1);
    expect(said.filter((one) => one === "DECLINED")).toHaveLength(7);
  });
});

describe("a room whose calendar is full", () => {
  let id: PrincipalId;
  beforeEach(async () => {
    await test.close();
    ({ test, elin, bengt, make } = await openBoard({ limits: { objectsPerAccount: 2 } }));
    id = await room();
    await put(elin, "one", [...times(9), ...invited(id)]);
    await put(bengt, "two", ofBengt([...times(11), ...invited(id)]));
  });

  it("declines, and says why", async () => {
    const text = await put(elin, "three", [...times(14), ...invited(id)]);
    expect(answersOf(text)).toEqual(["DECLINED"]);
    expect(whyOf(text)).toContain("There is no room for more events in this calendar.");
    expect(await bookings(id)).toHaveLength(2);
    expect(await claims(id)).toBe(8);
  });

  it("is refused on its page, and nothing is written", async () => {
    const start = Date.parse("2026-11-23T14:00:00Z");
    const wish = { bookableId: id, start, end: start + 3_600_000, key: "k" };
    expect(await book(test.app, elin.actor, wish)).toEqual({ ok: false, problem: { code: "bookable-full" } });
    const listed = await elin.propfind(home("elin"), "1", "<d:getetag/>");
    expect(listed.hrefs.filter((href) => href.endsWith(".ics"))).toHaveLength(1);
  });

  it("still follows what it has: a meeting that moves or ends", async () => {
    const bytes = () =>
      test.app.storage.write(async (tx) => {
        await tx.lockAccount(id);
        return tx.usageOf(id).bytes;
      });
    const used = await bytes();
    Object.assign(test.app.limits, { objectQuota: used });
    const moved = [...times(11), "SEQUENCE:1", "X-ROOM-SETUP:theatre", ...invited(id)];
    expect(answersOf(await put(elin, "one", moved))).toEqual(["DECLINED"]);
    expect(await bytes()).toBeGreaterThan(used);
    expect(answersOf(await put(elin, "one", [...times(16), "SEQUENCE:2", ...invited(id)]))).toEqual([
      "ACCEPTED",
    ]);
    expect((await elin.delete(`${home("elin")}one.ics`)).status).toBe(204);
    expect(await claims(id)).toBe(4);
  });
});

describe("what a room keeps of a meeting", () => {
  it("is when it takes place and whose it is, and nothing of what it is about", async () => {
    const id = await room();
    const told = ["SUMMARY:Pay talk", "DESCRIPTION:secret words", "ATTENDEE:mailto:bengt@example.com"];
    await put(elin, "one", [...times(11), ...told, ...invited(id)]);
    const { login } = (await test.app.storage.read((tx) => tx.principals.byId(id))) ?? { login: "" };
    const listed = await elin.propfind(home(login), "1", "<d:getetag/>");
    const copy = (await elin.get(listed.hrefs[1] ?? "")).body;
    expect(copy).toContain("SUMMARY:elin");
    expect(copy).not.toMatch(/Pay talk|secret words|bengt/);
  });
});

describe("a room's booking that is cancelled on its page", () => {
  it("leaves the meeting, of which its organizer hears that the room declines", async () => {
    const id = await room();
    await put(bengt, "one", ofBengt([...times(11), ...invited(id)]));
    const [made] = await test.app.storage.read((tx) => tx.bookings.inRange(id, { start: 0, end: 8e15 }));
    const done = await cancelBooking(test.app, elin.actor, made?.id ?? ("" as BookingId));
    expect(done.ok).toBe(true);
    expect(answersOf(await read(bengt, "one"))).toEqual(["DECLINED"]);
    expect(await claims(id)).toBe(0);
    const { principalId } = bengt.actor;
    const list = {
      accountId: principalId,
      recipientId: principalId,
      type: "CalendarEventNotification",
    } as const;
    const heard = await test.app.storage.read((tx) => tx.notifications.list(list, 10));
    expect(heard.map(({ payload }) => payload)).toMatchObject([
      { news: "declined", changedBy: { name: "elin" } },
    ]);
  });

  it("leaves the other dates of a series", async () => {
    const id = await room({ rules: SERIES });
    await put(elin, "one", [...times(11), "RRULE:FREQ=WEEKLY;COUNT=3", ...invited(id)]);
    const made = await test.app.storage.read((tx) => tx.bookings.inRange(id, { start: 0, end: 8e15 }));
    expect(made).toHaveLength(3);
    await cancelBooking(test.app, elin.actor, made[1]?.id ?? ("" as BookingId));
    expect(answersOf(await read(elin, "one"))).toEqual(["ACCEPTED", "DECLINED"]);
    expect(await claims(id)).toBe(8);
  });
});
