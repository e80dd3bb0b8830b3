import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { handoverSender } from "../../../mail/handover-words.ts";
import type { BookingId, HandoverId, PrincipalId } from "../../../storage/records/ids.ts";
import { sentMails } from "../../../testing/booking/sent-mails.ts";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { openBoard } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import type { DavClient } from "../../../testing/dav-client.ts";
import { event, home, meeting } from "../../../testing/dav-meetings.ts";
import type { App } from "../../app.ts";
import { listAudit } from "../../audit.ts";
import { HANDOVER_NOTICE } from "../../notices/handover-notice.ts";
import { listNotifications } from "../../notices/notifications.ts";
import { book, cancelBooking } from "../book.ts";
import { changeBookable } from "../change-bookable.ts";
import { examineBookings } from "../examine-bookings.ts";
import { ownBookings } from "../own-bookings.ts";
import { comeLater } from "../presence.ts";
import { ownWaits, waitFor } from "../waiting/wait-for.ts";
import { acceptHandover, endHandover } from "./answer-handover.ts";
import { askHandover, type HandoverWish } from "./ask-handover.ts";
import { ownHandovers } from "./open-handovers.ts";
import { receiversOf } from "./receivers.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const PASS = 3 * HOUR;
const RULES = { ...LAUNDRY, waitlist: { offerFor: "PT2H" } };

let board: Awaited<ReturnType<typeof openBoard>>;
let test: (typeof board)["test"];
let app: App;
let elin: DavClient;
let bengt: DavClient;
let nils: DavClient;
let sara: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  board = await openBoard();
  ({ test, elin, bengt } = board);
  app = test.app;
  nils = await test.client("nils");
  sara = await test.client("sara");
  room = await board.make({ name: "Tvättstuga", labels: ["wash"], rules: RULES });
  return () => test.close();
});

let keys = 0;
const pass = (start = MONDAY, bookableId = room) => ({ bookableId, start, end: start + PASS });
async function booked(client: DavClient, wish: object = {}): Promise<BookingId> {
  const done = await book(app, client.actor, { ...pass(), key: `key ${(keys += 1)}`, ...wish });
  if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
  return done.value.booking.id;
}
async function asked(client: DavClient, wish: HandoverWish): Promise<HandoverId> {
  const done = await askHandover(app, client.actor, wish);
  if (!done.ok || done.value.kind !== "asked") throw new Error(JSON.stringify(done));
  return done.value.handover.id;
}
const refusal = async (client: DavClient, wish: HandoverWish): Promise<unknown> => {
  const done = await askHandover(app, client.actor, wish);
  return done.ok ? done.value : done.problem.code;
};
async function accepted(client: DavClient, id: HandoverId): Promise<unknown> {
  const done = await acceptHandover(app, client.actor, id, null);
  if (!done.ok) return done.problem.code;
  if (done.value.kind === "accepted") return "accepted";
  const { own, theirs } = done.value;
  return { own: own?.reasons.map(({ kind }) => kind), theirs: theirs?.reasons.map(({ kind }) => kind) };
}
const end = async (client: DavClient, id: HandoverId): Promise<unknown> => {
  const done = await endHandover(app, client.actor, id);
  return done.ok ? "ended" : done.problem.code;
};
const has = async (client: DavClient) =>
  (await ownBookings(app, client.actor))
    .filter(({ booking }) => booking.state === "confirmed" || booking.state === "requested")
    .map(({ booking }) => (booking.startsAt - MONDAY) / HOUR);
/** The starts of what stands in somebody's calendar, in hours from Monday's first pass. */
async function calendar(client: DavClient): Promise<readonly number[]> {
  const { hrefs } = await client.propfind(home(client.actor.login), "1", "<d:getetag/>");
  const starts: number[] = [];
  for (const href of hrefs.slice(1)) {
    const text = (await client.get(href)).body;
    const [, day, hour] = /DTSTART;TZID=[^:]*:202611(\d\d)T(\d\d)/.exec(text) ?? [];
    starts.push((Number(day) - 23) * 24 + Number(hour) - 7);
  }
  return starts.toSorted((a, b) => a - b);
}
const questions = async (client: DavClient) =>
  (await ownHandovers(app, client.actor)).map(({ isAsker, fromName, toName, handover }) => ({
    isAsker,
    fromName,
    toName,
    hours: (handover.expiresAt - app.now()) / HOUR,
  }));
const told = async (): Promise<readonly [string, string][]> => {
  const unsent = await app.storage.read((tx) => tx.queues.unsent([HANDOVER_NOTICE], 20));
  return unsent.map(({ accountId, payload }) => [accountId, (payload as { news: string }).news]);
};
const sound = async (): Promise<void> => expect((await examineBookings(app, false)).faults).toEqual([]);
const idOf = (client: DavClient): PrincipalId => client.actor.principalId;

describe("a booking that is handed over", () => {
  it("stays where it is until who is asked accepts, and is theirs in that moment", async () => {
    const id = await booked(bengt);
    const question = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await questions(nils)).toEqual([{ isAsker: false, fromName: "bengt", toName: "nils", hours: 48 }]);
    expect(await questions(bengt)).toEqual([{ isAsker: true, fromName: "bengt", toName: "nils", hours: 48 }]);
    expect(await questions(sara)).toEqual([]);
    expect(await told()).toEqual([[idOf(nils), "asked"]]);
    expect([await has(bengt), await has(nils)]).toEqual([[0], []]);
    expect(await accepted(sara, question)).toBe("not-found");
    expect(await accepted(bengt, question)).toBe("not-found");
    expect(await accepted(nils, question)).toBe("accepted");
    expect([await has(bengt), await has(nils)]).toEqual([[], [0]]);
    expect([await calendar(bengt), await calendar(nils)]).toEqual([[], [0]]);
    expect(await told()).toContainEqual([idOf(bengt), "accepted"]);
    expect(await questions(nils)).toEqual([]);
    expect(await accepted(nils, question)).toBe("not-found");
    await sound();
  });

  it("is noted in the app for whose event it was, once, and for nobody else", async () => {
    const id = await booked(bengt);
    await accepted(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }));
    const noted = async (client: DavClient) => {
      const read = await listNotifications(app, client.actor, idOf(client), "CalendarEventNotification");
      return read.ok ? read.value.list.map(({ payload }) => payload) : read.problem.code;
    };
    expect(await noted(bengt)).toMatchObject([
      { news: "handedOver", type: "destroyed", changedBy: { name: "nils" }, event: { title: "Tvättstuga" } },
    ]);
    expect([await noted(nils), await noted(sara)]).toEqual([[], []]);
  });

  it("is the new holder's in the thing's calendar, to give up and to be counted", async () => {
    const id = await booked(bengt);
    await booked(bengt, pass(MONDAY + DAY));
    await accepted(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }));
    const { login } = (await app.storage.read((tx) => tx.principals.byId(room))) ?? { login: "" };
    const path = `/dav/calendars/${login}/calendar/`;
    const { hrefs } = await elin.propfind(path, "1", "<d:getetag/>");
    const texts: string[] = [];
    for (const href of hrefs.slice(1)) texts.push((await elin.get(href)).body.replace(/\r\n /g, ""));
    const standing = texts.filter((text) => !text.includes("STATUS:CANCELLED"));
    const [copy = ""] = standing.filter((text) => text.includes("20261123T"));
    expect(standing).toHaveLength(2);
    expect(copy).toMatch(/^ORGANIZER.*nils/m);
    expect(copy).not.toContain("bengt");
    // Two at a time: one that is handed over leaves room for another.
    await booked(bengt, pass(MONDAY + 2 * DAY));
    expect((await cancelBooking(app, bengt.actor, id)).ok).toBe(false);
    const [mine] = await ownBookings(app, nils.actor);
    expect((await cancelBooking(app, nils.actor, mine?.booking.id ?? id)).ok).toBe(true);
    await sound();
  });

  it("is offered to nobody who waits for it", async () => {
    const id = await booked(bengt);
    for (const client of [sara, nils]) await waitFor(app, client.actor, pass());
    await accepted(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }));
    expect(await has(nils)).toEqual([0]);
    expect(await ownWaits(app, nils.actor)).toEqual([]);
    expect(await ownWaits(app, sara.actor)).toMatchObject([{ wait: { state: "waiting" }, place: 1 }]);
    const [mine] = await ownBookings(app, nils.actor);
    await cancelBooking(app, nils.actor, mine?.booking.id ?? id);
    expect(await ownWaits(app, sara.actor)).toMatchObject([{ wait: { state: "offered" } }]);
  });

  it("is judged for who gets it, with all that they have, and refused whole", async () => {
    const id = await booked(bengt);
    for (const day of [1, 2]) await booked(nils, pass(MONDAY + day * DAY));
    const question = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await accepted(nils, question)).toEqual({ own: ["quota"], theirs: undefined });
    expect([await has(bengt), await has(nils)]).toEqual([[0], [24, 48]]);
    const [first] = await ownBookings(app, nils.actor);
    await cancelBooking(app, nils.actor, first?.booking.id ?? id);
    expect(await accepted(nils, question)).toBe("accepted");
    expect(await has(nils)).toEqual([0, 48]);
    await sound();
  });

  it("is as short as somebody's coming later has made it", async () => {
    const id = await booked(bengt);
    expect((await comeLater(app, bengt.actor, id, MONDAY + HOUR)).ok).toBe(true);
    expect(await accepted(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }))).toBe("accepted");
    expect([await has(bengt), await has(nils)]).toEqual([[], [1]]);
    expect([await calendar(bengt), await calendar(nils)]).toEqual([[], [1]]);
    // The hour before is free for others, and no more than that is.
    const refused = await book(app, sara.actor, { ...pass(), key: "whole" });
    expect(refused).toMatchObject({ ok: true, value: { kind: "refused" } });
    await sound();
  });

  it("waits for a manager where the rules want that, and for who accepts the house rules", async () => {
    const houseRules = { version: 3, mustAccept: true, text: { en: "Clean up.", sv: "Städa." } };
    const id = await booked(bengt);
    await changeBookable(app, elin.actor, room, { rules: { ...RULES, houseRules, approval: "always" } });
    const question = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await accepted(nils, question)).toEqual({ own: ["rulesNotAccepted"], theirs: undefined });
    const done = await acceptHandover(app, nils.actor, question, 3);
    expect(done).toMatchObject({ ok: true, value: { booking: { state: "requested" } } });
    await sound();
  });

  it("stays when they say no, of which who asked is told, and when it is taken back", async () => {
    const id = await booked(bengt);
    const first = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await end(sara, first)).toBe("not-found");
    expect(await end(nils, first)).toBe("ended");
    expect(await accepted(nils, first)).toBe("not-found");
    expect(await told()).toContainEqual([idOf(bengt), "declined"]);
    const second = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await end(bengt, second)).toBe("ended");
    expect(await accepted(nils, second)).toBe("not-found");
    expect([await has(bengt), await has(nils)]).toEqual([[0], []]);
  });

  it("is asked of for two days, and not past its start", async () => {
    const id = await booked(bengt);
    const first = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    test.clock.advance(2 * DAY);
    expect(await questions(nils)).toEqual([]);
    expect(await accepted(nils, first)).toBe("not-found");
    const second = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    expect(await questions(nils)).toMatchObject([{ hours: (MONDAY - app.now()) / HOUR }]);
    test.clock.advance(MONDAY - app.now());
    expect(await accepted(nils, second)).toBe("not-found");
    expect(await refusal(bengt, { bookingId: id, toId: idOf(nils) })).toBe("not-found");
  });

  it.each([
    ["cancelled", (id: BookingId) => cancelBooking(app, bengt.actor, id)],
    ["moved", (id: BookingId) => comeLater(app, bengt.actor, id, MONDAY + HOUR)],
    [
      "taken over by somebody else",
      async (id: BookingId) => {
        await accepted(sara, await asked(bengt, { bookingId: id, toId: idOf(sara) }));
      },
    ],
  ])("is not asked of any more when it was %s", async (_, change) => {
    const id = await booked(bengt);
    const question = await asked(bengt, { bookingId: id, toId: idOf(nils) });
    test.clock.advance(1_000);
    await change(id);
    expect(await questions(nils)).toEqual([]);
    expect(await accepted(nils, question)).toBe("not-found");
    expect(await end(nils, question)).toBe("not-found");
    await sound();
  });

  it("goes to a household, of which any member answers, and stands in that person's calendar", async () => {
    const household = await makeHousehold(app, elin.actor, "lgh 1203", ["nils", "sara"]);
    const id = await booked(bengt);
    expect(await receiversOf(app, bengt.actor, id)).toMatchObject({
      value: [{ id: household, name: "lgh 1203" }, { name: "elin" }],
    });
    expect(await refusal(bengt, { bookingId: id, toId: idOf(nils) })).toBe("invalid-value");
    const question = await asked(bengt, { bookingId: id, toId: household });
    expect((await told()).map(([who]) => who).toSorted()).toEqual([idOf(nils), idOf(sara)].toSorted());
    expect(await accepted(sara, question)).toBe("accepted");
    expect(await calendar(sara)).toEqual([0]);
    expect(await has(nils)).toEqual([0]);
    await sound();
  });

  it("leaves a meeting without its room", async () => {
    const path = `${home("bengt")}board.ics`;
    const lines = [
      "ORGANIZER:mailto:bengt@example.com",
      "DTSTART:20261123T060000Z",
      "DTEND:20261123T090000Z",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
      `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
    ];
    expect((await bengt.put(path, meeting(event(...lines)))).status).toBe(201);
    const [own] = await ownBookings(app, bengt.actor);
    if (!own) throw new Error("nothing was booked");
    expect(await accepted(nils, await asked(bengt, { bookingId: own.booking.id, toId: idOf(nils) }))).toBe(
      "accepted",
    );
    const text = (await bengt.get(path)).body.replace(/\r\n /g, "");
    expect(text).toMatch(/^ATTENDEE(?=[^:]*CUTYPE=ROOM).*PARTSTAT=DECLINED/m);
    expect([await has(bengt), await has(nils)]).toEqual([[], [0]]);
    await sound();
  });

  it("is written down, as is each question and answer", async () => {
    const id = await booked(bengt);
    await end(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }));
    await accepted(nils, await asked(bengt, { bookingId: id, toId: idOf(nils) }));
    const lines = (await listAudit(app, 50)).filter(({ action }) => action.includes("hand"));
    expect(
      lines
        .toReversed()
        .map(({ action, actorId, detail }) => [action, actorId, detail["from"], detail["to"]]),
    ).toEqual([
      ["booking-handover-asked", idOf(bengt), "bengt", "nils"],
      ["booking-handover-declined", idOf(nils), "bengt", "nils"],
      ["booking-handover-asked", idOf(bengt), "bengt", "nils"],
      ["booking-handed-over", idOf(nils), "bengt", "nils"],
    ]);
  });

  it.each([
    [
      "en-GB",
      "bengt would like to hand a booking over to you",
      "You can answer until Sunday 22 November at 13:00, in 2 days",
    ],
    [
      "sv",
      "bengt vill överlåta en bokning till dig",
      "Du kan svara till söndag 22 november 13:00, om två dagar",
    ],
  ] as const)("is asked about by mail in %s, with until when", async (language, title, until) => {
    const preferences = { language, timeZone: "Europe/Stockholm" };
    await app.storage.write((tx) => tx.principals.update(idOf(nils), { preferences }));
    await asked(bengt, { bookingId: await booked(bengt), toId: idOf(nils) });
    const mails = await sentMails(app, [HANDOVER_NOTICE, handoverSender("https://snart.example")]);
    const [mail = ""] = mails.filter((one) => one.includes("nils@example.com"));
    expect(mail).toContain(title);
    expect(mail).toContain(until);
    expect(mail).toContain("https://snart.example/bookables");
  });
});

describe("a swap", () => {
  const swap = async (inReturn = pass(MONDAY + DAY), id?: BookingId): Promise<HandoverId> =>
    asked(bengt, { bookingId: id ?? (await booked(bengt)), inReturn });

  it("gives each what the other had, though both are at their limits", async () => {
    await booked(nils, pass(MONDAY + DAY));
    await booked(nils, pass(MONDAY + 3 * DAY));
    await booked(bengt, pass(MONDAY + 2 * DAY));
    const question = await swap();
    expect(await questions(bengt)).toMatchObject([{ isAsker: true, toName: null }]);
    expect(await questions(nils)).toMatchObject([{ isAsker: false, fromName: "bengt", toName: "nils" }]);
    expect(await accepted(nils, question)).toBe("accepted");
    expect([await has(bengt), await has(nils)]).toEqual([
      [24, 48],
      [0, 72],
    ]);
    expect([await calendar(bengt), await calendar(nils)]).toEqual([
      [24, 48],
      [0, 72],
    ]);
    expect(await told()).toContainEqual([idOf(bengt), "accepted"]);
    await sound();
  });

  it("is of two things as well", async () => {
    const sauna = await board.make({ name: "Sauna", rules: RULES });
    await booked(nils, pass(MONDAY, sauna));
    expect(await accepted(nils, await swap(pass(MONDAY, sauna)))).toBe("accepted");
    const mine = await ownBookings(app, bengt.actor);
    expect(mine.map(({ booking }) => booking.accountId)).toEqual([sauna]);
    await sound();
  });

  it("is for the whole of what somebody has, of which one may know a part alone", async () => {
    const flat = await board.make({ name: "Flat" });
    const other = { bookableId: flat, start: MONDAY, end: MONDAY + 6 * HOUR };
    await booked(nils, other);
    const part = { bookableId: flat, start: MONDAY + 2 * HOUR, end: MONDAY + 3 * HOUR };
    expect(await accepted(nils, await swap(part))).toBe("accepted");
    const [mine] = await ownBookings(app, bengt.actor);
    expect(mine?.booking).toMatchObject({ startsAt: other.start, endsAt: other.end });
    await sound();
  });

  it("is refused whole for either, with why, and is not asked where the rules say no at once", async () => {
    const [limit] = LAUNDRY.limits;
    const limits = [{ ...limit, max: 1, over: "this" }];
    const sauna = await board.make({ name: "Sauna", labels: [], rules: { ...RULES, limits } });
    await booked(nils, pass(MONDAY, sauna));
    const id = await booked(bengt);
    const question = await swap(pass(MONDAY, sauna), id);
    await booked(bengt, pass(MONDAY + DAY, sauna));
    expect(await accepted(nils, question)).toEqual({ own: undefined, theirs: ["quota"] });
    await changeBookable(app, elin.actor, room, { rules: { ...RULES, mayBook: [idOf(bengt)] } });
    expect(await accepted(nils, question)).toEqual({ own: ["notAllowed"], theirs: ["quota"] });
    expect([await has(bengt), await has(nils)]).toEqual([[0, 24], [0]]);
    expect(await refusal(bengt, { bookingId: id, inReturn: pass(MONDAY, sauna) })).toMatchObject({
      kind: "asked",
    });
    await end(bengt, question);
    expect(await refusal(bengt, { bookingId: id, inReturn: pass(MONDAY, sauna) })).toMatchObject({
      kind: "refused",
      refusal: { reasons: [{ kind: "quota" }] },
    });
    await sound();
  });

  it("is not asked for a time that nobody else has", async () => {
    const id = await booked(bengt);
    await booked(bengt, pass(MONDAY + DAY));
    for (const start of [MONDAY, MONDAY + DAY, MONDAY + 2 * DAY])
      expect(await refusal(bengt, { bookingId: id, inReturn: pass(start) })).toBe("not-found");
    expect(await refusal(nils, { bookingId: id, toId: idOf(sara) })).toBe("not-found");
    expect(await refusal(bengt, { bookingId: id, toId: idOf(bengt) })).toBe("invalid-value");
  });

  it("is void when what is given in return is given up", async () => {
    const other = await booked(nils, pass(MONDAY + DAY));
    const question = await swap();
    test.clock.advance(1_000);
    await cancelBooking(app, nils.actor, other);
    expect(await questions(bengt)).toEqual([]);
    expect(await accepted(nils, question)).toBe("not-found");
    expect(await has(bengt)).toEqual([0]);
  });
});
