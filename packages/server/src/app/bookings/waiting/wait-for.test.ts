import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { runJobs } from "../../../jobs/run-jobs.ts";
import { offerSender } from "../../../mail/offer-words.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import { sentMails } from "../../../testing/booking/sent-mails.ts";
import { openBoard } from "../../../testing/booking/open-board.ts";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import type { DavClient } from "../../../testing/dav-client.ts";
import { event, home, meeting } from "../../../testing/dav-meetings.ts";
import { vevent } from "../../../testing/test-jmap.ts";
import type { App } from "../../app.ts";
import { listAudit } from "../../audit.ts";
import { OFFERS_JOB, runOffers } from "../../bookables/offer-freed.ts";
import { createGroup } from "../../groups/change-group.ts";
import { OFFER_NOTICE } from "../../notices/offer-notice.ts";
import { book, cancelBooking } from "../book.ts";
import { changeBookable } from "../change-bookable.ts";
import { examineBookings } from "../examine-bookings.ts";
import { finishBooking } from "../presence.ts";
import { releaseMissed } from "../release-missed.ts";
import { removeBookable } from "../remove-bookable.ts";
import { judgeWish } from "../verdict.ts";
import { leaveLine, ownWaits, waitFor } from "./wait-for.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const NEXT_DAY = MONDAY + DAY;
const WAITLIST = { offerFor: "PT2H", allAtOnceWithin: "PT24H", quiet: { from: "22:00", to: "07:00" } };
const RULES = { ...LAUNDRY, waitlist: WAITLIST };

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let app: App;
let elin: DavClient;
let bengt: DavClient;
let nils: DavClient;
let sara: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  app = test.app;
  nils = await test.client("nils");
  sara = await test.client("sara");
  room = await board.make({ name: "Tvättstuga", labels: ["wash"], rules: RULES });
  return () => test.close();
});

const OFFERS = [OFFER_NOTICE, offerSender("https://snart.example")] as const;
let keys = 0;
const pass = (start = MONDAY) => ({ bookableId: room, start, end: start + 3 * HOUR });
async function booked(client: DavClient, wish: object = {}): Promise<string> {
  const done = await book(app, client.actor, { ...pass(), key: `key ${(keys += 1)}`, ...wish });
  if (!done.ok) return done.problem.code;
  return done.value.kind === "booked" ? done.value.booking.id : "refused";
}
const cancel = (client: DavClient, id: string) => cancelBooking(app, client.actor, id as BookingId);
async function waits(client: DavClient, wish: object = {}): Promise<string> {
  const done = await waitFor(app, client.actor, { ...pass(), ...wish });
  if (!done.ok) return done.problem.code;
  return done.value.kind === "waiting" ? "waiting" : done.value.refusal.reasons.map((one) => one.kind).join();
}
const standing = async (client: DavClient) =>
  (await ownWaits(app, client.actor)).map(({ wait: { state, holdId, expiresAt }, place }) => ({
    state,
    place,
    isKept: holdId !== null,
    minutes: expiresAt === null ? null : (expiresAt - app.now()) / MINUTE,
  }));
const WAITING = (place: number) => [{ state: "waiting", place, isKept: false, minutes: null }];
const OFFERED = [{ state: "offered", place: 1, isKept: true, minutes: 120 }];
async function leave(client: DavClient) {
  const [own] = await ownWaits(app, client.actor);
  if (!own) throw new Error("not in line");
  return leaveLine(app, client.actor, own.wait.id);
}
async function jobs(): Promise<void> {
  const errors: unknown[] = [];
  await runJobs(
    app,
    new Map([[OFFERS_JOB, runOffers]]),
    (error) => errors.push(error),
    () => false,
  );
  expect(errors).toEqual([]);
}

describe("who waits for a time", () => {
  it("is offered it in the moment in which it becomes free, and nobody else can take it", async () => {
    const id = await booked(bengt);
    expect(await waits(nils)).toBe("waiting");
    expect(await waits(sara)).toBe("waiting");
    expect(await standing(sara)).toEqual(WAITING(2));
    await cancel(bengt, id);
    expect(await standing(nils)).toEqual(OFFERED);
    expect(await standing(sara)).toEqual(WAITING(2));
    expect(await booked(sara)).toBe("refused");
    expect(await booked(bengt)).toBe("refused");
    expect((await examineBookings(app, false)).faults).toEqual([]);
    expect(await booked(nils)).not.toBe("refused");
    expect(await standing(nils)).toEqual([]);
    expect(await standing(sara)).toEqual(WAITING(1));
    expect((await examineBookings(app, false)).faults).toEqual([]);
  });

  it("keeps their place, however often they ask", async () => {
    await booked(bengt);
    await waits(nils);
    await waits(sara);
    expect(await waits(nils)).toBe("waiting");
    expect(await standing(nils)).toEqual(WAITING(1));
  });

  it("declines or leaves, and the next in line has it", async () => {
    const id = await booked(bengt);
    for (const client of [nils, sara, elin]) await waits(client);
    await leave(sara);
    await cancel(bengt, id);
    expect(await leave(nils)).toMatchObject({ ok: true, value: { state: "offered" } });
    expect(await standing(nils)).toEqual([]);
    expect(await standing(elin)).toEqual(OFFERED);
    await leave(elin);
    expect(await booked(nils)).not.toBe("refused");
  });

  it("is named in the log when they join and when they leave or decline, once each", async () => {
    const household = await makeHousehold(app, elin.actor, "lgh 1203", ["nils"]);
    const id = await booked(bengt);
    await waits(nils, { partyId: household });
    await waits(nils, { partyId: household });
    await waits(sara);
    await leave(sara);
    await cancel(bengt, id);
    await leave(nils);
    const lines = (await listAudit(app, 50)).filter(({ action }) => action.startsWith("booking-wait"));
    expect(lines.toReversed().map(({ action, actorId, detail }) => ({ action, actorId, ...detail }))).toEqual(
      [
        ["booking-wait-joined", nils, { party: "lgh 1203" }],
        ["booking-wait-joined", sara, {}],
        ["booking-wait-left", sara, { state: "waiting" }],
        ["booking-wait-left", nils, { party: "lgh 1203", state: "offered" }],
      ].map(([action, client, more]) => ({
        action,
        actorId: (client as DavClient).actor.principalId,
        login: (client as DavClient).actor.login,
        via: (client as DavClient).actor.via,
        bookable: expect.any(String),
        start: new Date(MONDAY).toISOString(),
        ...(more as object),
      })),
    );
  });

  it("loses an offer that is not answered, and the next in line has it", async () => {
    const id = await booked(bengt);
    await waits(nils);
    await waits(sara);
    await cancel(bengt, id);
    test.clock.advance(2 * HOUR - 1);
    await jobs();
    expect(await standing(nils)).toMatchObject([{ state: "offered" }]);
    test.clock.advance(1);
    await jobs();
    expect(await standing(nils)).toEqual([]);
    expect(await standing(sara)).toEqual(OFFERED);
    test.clock.advance(2 * HOUR);
    await jobs();
    expect(await booked(bengt)).not.toBe("refused");
  });

  it("holds nothing any more when an offer is over, even if no job has run", async () => {
    const id = await booked(bengt);
    await waits(nils);
    await cancel(bengt, id);
    test.clock.advance(2 * HOUR);
    expect(await standing(nils)).toEqual([]);
    expect(await booked(bengt)).not.toBe("refused");
    await jobs();
    expect((await examineBookings(app, false)).faults).toEqual([]);
  });

  it("is asked along with all others within the last day, and the first to book has it", async () => {
    const id = await booked(bengt);
    await waits(nils);
    await waits(sara);
    test.clock.advance(MONDAY - 20 * HOUR - app.now());
    await cancel(bengt, id);
    const asked = [{ state: "offered", isKept: false, minutes: 20 * 60 }];
    expect(await standing(nils)).toMatchObject(asked);
    expect(await standing(sara)).toMatchObject(asked);
    const again = await booked(sara);
    expect(again).not.toBe("refused");
    expect(await standing(sara)).toEqual([]);
    expect(await standing(nils)).toEqual(WAITING(1));
    await cancel(sara, again);
    expect(await standing(nils)).toMatchObject(asked);
  });

  it("is asked along with all others for the rest of a time that has begun", async () => {
    const checkIn = { from: "PT15M", within: "PT30M", by: ["app"] };
    await changeBookable(app, elin.actor, room, { rules: { ...RULES, checkIn } });
    await booked(bengt);
    await waits(nils);
    await waits(sara);
    test.clock.advance(MONDAY + 30 * MINUTE - app.now());
    expect(await standing(nils)).toEqual(WAITING(1));
    await releaseMissed(app);
    const asked = [{ state: "offered", isKept: false, minutes: 150 }];
    expect(await standing(nils)).toMatchObject(asked);
    expect(await standing(sara)).toMatchObject(asked);
    test.clock.advance(20 * MINUTE);
    expect((await ownWaits(app, sara.actor)).map(({ start }) => start)).toEqual([MONDAY + 45 * MINUTE]);
    const id = await booked(sara);
    const made = await app.storage.read((tx) => tx.bookings.byId(id as BookingId));
    expect(made).toMatchObject({ startsAt: MONDAY + 45 * MINUTE, endsAt: MONDAY + 3 * HOUR });
    expect(await standing(sara)).toEqual([]);
    expect(await standing(nils)).toEqual(WAITING(1));
    // Done early, it is free once more.
    expect((await finishBooking(app, sara.actor, id as BookingId)).ok).toBe(true);
    expect(await standing(nils)).toMatchObject([{ state: "offered", minutes: 130 }]);
    const rest = { start: MONDAY + 45 * MINUTE, end: MONDAY + 3 * HOUR };
    expect(await booked(nils, rest)).not.toBe("refused");
    expect(await standing(nils)).toEqual([]);
    expect((await examineBookings(app, false)).faults).toEqual([]);
    test.clock.advance(3 * HOUR);
    await jobs();
    expect(await standing(sara)).toEqual([]);
  });

  it("is passed over while their limit is reached, and asked when they have room", async () => {
    const id = await booked(bengt);
    const own = [await booked(nils, pass(NEXT_DAY)), await booked(nils, pass(NEXT_DAY + 3 * HOUR))];
    expect(await waits(nils)).toBe("waiting");
    expect(await waits(sara)).toBe("waiting");
    await cancel(bengt, id);
    expect(await standing(nils)).toEqual(WAITING(1));
    expect(await standing(sara)).toMatchObject([{ state: "offered" }]);
    await leave(sara);
    expect(await standing(nils)).toEqual(WAITING(1));
    await cancel(nils, own[0] ?? "");
    await jobs();
    expect(await standing(nils)).toEqual(OFFERED);
  });

  it("is offered what is freed by a calendar app, by a move and by an exchange", async () => {
    const first = await booked(bengt);
    await waits(nils);
    const home = `/dav/calendars/${bengt.actor.login}/calendar/`;
    const { hrefs } = await bengt.propfind(home, "1", "<d:getetag/>");
    const text = (await bengt.get(hrefs[1] ?? "")).body;
    const later = text.replaceAll("1123T0", "1124T0").replaceAll("1123T1", "1124T1");
    expect((await bengt.put(hrefs[1] ?? "", later)).status).toBe(204);
    expect(await standing(nils)).toEqual(OFFERED);
    expect(await waits(sara, pass(NEXT_DAY))).toBe("waiting");
    expect(await booked(bengt, { ...pass(NEXT_DAY + 3 * HOUR), instead: first })).not.toBe("refused");
    expect(await standing(sara)).toEqual(OFFERED);
    await leave(sara);
    const nilsBooked = await booked(nils);
    await waits(sara);
    const mine = (await nils.propfind(`/dav/calendars/nils/calendar/`, "1", "<d:getetag/>")).hrefs[1] ?? "";
    expect(nilsBooked).not.toBe("refused");
    await nils.delete(mine);
    expect(await standing(sara)).toEqual(OFFERED);
  });

  it("takes what they are offered in a calendar app as well, and there alone", async () => {
    const id = await booked(bengt);
    await waits(nils);
    await waits(sara);
    await cancel(bengt, id);
    expect(await standing(nils)).toEqual(OFFERED);
    const meet = async (client: DavClient): Promise<string> => {
      const path = `${home(client.actor.login)}wash.ics`;
      const lines = [
        `ORGANIZER:mailto:${client.actor.login}@example.com`,
        "DTSTART:20261123T060000Z",
        "DTEND:20261123T090000Z",
        `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${client.actor.login}@example.com`,
        `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
      ];
      expect((await client.put(path, meeting(event(...lines)))).status).toBe(201);
      const text = (await client.get(path)).body.replace(/\r\n /g, "");
      return /^ATTENDEE(?=[^:]*CUTYPE=ROOM).*PARTSTAT=([A-Z-]+)/m.exec(text)?.[1] ?? "";
    };
    expect(await meet(sara)).toBe("DECLINED");
    expect(await meet(nils)).toBe("ACCEPTED");
    expect(await standing(nils)).toEqual([]);
    expect(await standing(sara)).toEqual(WAITING(1));
    expect((await examineBookings(app, false)).faults).toEqual([]);
  });

  it("is offered what a manager had entered and deletes again", async () => {
    const { login } = (await app.storage.read((tx) => tx.principals.byId(room))) ?? { login: "" };
    const path = `/dav/calendars/${login}/calendar/cleaning.ics`;
    const lines = vevent("cleaning", "DTSTART:20261123T060000Z", "DTEND:20261123T090000Z");
    expect((await elin.put(path, lines.join("\r\n"))).status).toBe(201);
    expect(await waits(nils)).toBe("waiting");
    await elin.delete(path);
    expect(await standing(nils)).toEqual(OFFERED);
  });

  it("waits on while who has the time makes it longer", async () => {
    const flat = await anyTime();
    const wish = { bookableId: flat, start: MONDAY, end: MONDAY + 2 * HOUR };
    const first = await booked(bengt, wish);
    expect(await waits(nils, wish)).toBe("waiting");
    expect(await booked(bengt, { ...wish, end: MONDAY + 3 * HOUR, instead: first })).not.toBe("refused");
    expect(await standing(nils)).toEqual(WAITING(1));
  });

  const anyTime = async (): Promise<PrincipalId> => {
    const rules = {
      mode: "free",
      timeZone: "Europe/Stockholm",
      cellMinutes: 15,
      units: 1,
      waitlist: WAITLIST,
    };
    const done = await changeBookable(app, elin.actor, room, { rules });
    expect(done.ok).toBe(true);
    return room;
  };

  it("is not put on a list for what is free, their own, closed for good, or without a list", async () => {
    expect(await waits(nils)).toBe("not-waiting");
    await booked(bengt);
    expect(await waits(bengt)).toBe("not-waiting");
    expect(await waits(nils, { start: MONDAY + HOUR, end: MONDAY + 2 * HOUR })).toBe("offGrid,taken");
    const others = await createGroup(app, elin.actor, "Others", new Map());
    expect(await waits(nils, { partyId: others.ok ? others.value : "" })).toBe("forbidden");
    await waits(sara);
    await changeBookable(app, elin.actor, room, { rules: LAUNDRY });
    expect(await standing(sara)).toEqual([]);
    expect(await waits(nils)).toBe("not-waiting");
  });

  it("is told which place they would have", async () => {
    const place = async (client: DavClient): Promise<unknown> => {
      const judged = await judgeWish(app, client.actor, pass());
      return judged.ok ? judged.value.waitPlace : judged;
    };
    expect(await place(nils)).toBeUndefined();
    await booked(bengt);
    expect(await place(nils)).toBe(1);
    await waits(nils);
    expect(await place(nils)).toBeUndefined();
    expect(await place(sara)).toBe(2);
  });

  it("is left alone when the thing is taken out of use", async () => {
    await booked(bengt);
    await waits(nils);
    expect((await removeBookable(app, elin.actor, room)).ok).toBe(true);
    expect(await standing(nils)).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it("is one of at most fifty", async () => {
    await booked(bengt);
    const people = [];
    for (let n = 0; n < 51; n++) people.push(await test.client(`person${n}`));
    const answers = [];
    for (const person of people) answers.push(await waits(person));
    expect(answers).toEqual([...Array<string>(50).fill("waiting"), "waiting-list-full"]);
  });
});

interface Told {
  readonly at: number;
  readonly to: string;
}
/** What is to be told to whom, and when. */
async function told(): Promise<readonly Told[]> {
  const unsent = await app.storage.read((tx) => tx.queues.unsent([OFFER_NOTICE], 10));
  return unsent.map(({ availableAt, accountId }) => ({ at: availableAt, to: accountId }));
}

describe("the notice of an offer", () => {
  it("comes in the morning for what becomes free at night, and the time is kept until then", async () => {
    const id = await booked(bengt, pass(NEXT_DAY + DAY));
    await waits(nils, pass(NEXT_DAY + DAY));
    test.clock.advance(11 * HOUR);
    await cancel(bengt, id);
    const morning = Date.parse("2026-11-21T06:00:00Z");
    expect(await told()).toEqual([{ at: morning, to: nils.actor.principalId }]);
    expect(await standing(nils)).toEqual([{ ...OFFERED[0], minutes: 9 * 60 }]);
    expect(await booked(sara, pass(NEXT_DAY + DAY))).toBe("refused");
  });

  it("goes to every member of a household, of whom any may take it", async () => {
    const household = await makeHousehold(app, elin.actor, "lgh 1203", ["nils", "sara"]);
    const id = await booked(bengt);
    expect(await waits(nils, { partyId: household })).toBe("waiting");
    await cancel(bengt, id);
    const ids = [nils, sara].map(({ actor }) => actor.principalId);
    expect((await told()).map(({ to }) => to).toSorted()).toEqual(ids.toSorted());
    expect(await booked(sara, { partyId: household })).not.toBe("refused");
    expect(await standing(nils)).toEqual([]);
  });

  it("is mailed to every member of a household", async () => {
    const household = await makeHousehold(app, elin.actor, "lgh 1203", ["nils", "sara"]);
    const id = await booked(bengt);
    await waits(nils, { partyId: household });
    await cancel(bengt, id);
    const mails = await sentMails(app, OFFERS);
    for (const login of ["nils", "sara"])
      expect(mails.filter((one) => one.includes(`"email":"${login}@example.com"`))).toHaveLength(1);
  });

  it.each([
    ["en-GB", "Tvättstuga is free for you", "until today at 15:00, in about 2 hours"],
    ["sv", "Tvättstuga är ledig för dig", "till i dag 15:00, om ungefär två timmar"],
  ] as const)("says until when in %s, as a time and as how soon", async (language, title, until) => {
    const preferences = { language, timeZone: "Europe/Stockholm" };
    await app.storage.write((tx) => tx.principals.update(nils.actor.principalId, { preferences }));
    const id = await booked(bengt);
    await waits(nils);
    await cancel(bengt, id);
    const mails = await sentMails(app, OFFERS);
    const [mail = ""] = mails.filter((one) => one.includes("nils@example.com"));
    expect(mail).toContain(title);
    expect(mail).toContain(until);
    expect(mail).toContain("https://snart.example/bookables");
  });

  it("is sent to nobody once the offer was answered", async () => {
    const id = await booked(bengt);
    await waits(nils);
    await cancel(bengt, id);
    await leave(nils);
    const mails = await sentMails(app, [OFFER_NOTICE, offerSender(null)]);
    expect(JSON.stringify(mails)).not.toContain("nils@example.com");
    expect(await told()).toEqual([]);
  });
});
