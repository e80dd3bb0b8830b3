import { readDrawFile } from "@snart/calendar/booking/draw/result-file.ts";
import { verifyDraw } from "@snart/calendar/booking/draw/verify.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { runJobs } from "../../../jobs/run-jobs.ts";
import { drawnSender } from "../../../mail/draw-words.ts";
import type { Draw } from "../../../storage/records/draws.ts";
import type { DrawId, PrincipalId } from "../../../storage/records/ids.ts";
import { sharedBackends } from "../../../storage/contract/backends.ts";
import { sentMails } from "../../../testing/booking/sent-mails.ts";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { openBoard } from "../../../testing/booking/open-board.ts";
import type { DavClient } from "../../../testing/dav-client.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import type { App } from "../../app.ts";
import { DRAW_JOB, sha256 } from "../../bookables/plan-draws.ts";
import { PARTY_GONE_JOB } from "../../bookables/party-gone.ts";
import { createGroup } from "../../groups/change-group.ts";
import { removeHousehold } from "../../households/remove-household.ts";
import { DRAWN_NOTICE } from "../../notices/draw-notice.ts";
import { createBookable } from "../bookables.ts";
import { book } from "../book.ts";
import { changeBookable } from "../change-bookable.ts";
import { examineBookings } from "../examine-bookings.ts";
import { runPartyGone } from "../party-gone.ts";
import { judgeWish } from "../verdict.ts";
import { enterWishes } from "./enter-wishes.ts";
import { runDraw } from "./make-draw.ts";

/** The clock stands at Friday 20 November 2026, 13:00. Wishes close on 1 December at 23:30, when people sleep. */
const PERIOD = {
  name: "Christmas",
  from: "2026-12-23",
  to: "2026-12-30",
  opens: "2026-11-01T00:00",
  closes: "2026-12-01T23:30",
};
const CLOSES = Date.parse("2026-12-01T22:30:00Z");
const cabin = (more: object = {}, draw: object = {}) => ({
  mode: "nights",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  nights: { checkIn: "15:00", checkOut: "12:00" },
  lengths: { maxNights: 3 },
  opens: { before: "P2W" },
  sees: "household",
  draw: { periods: [PERIOD], weight: "equal", wishes: 3, ...draw },
  ...more,
});
const stay = (from: number, nights: number) => ({
  start: Date.UTC(2026, 11, from, 14),
  end: Date.UTC(2026, 11, from + nights, 11),
});
const [EVE, LATER] = [stay(23, 3), stay(26, 3)];

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let app: App;
let elin: DavClient;
let bengt: DavClient;
let nils: DavClient;
let sara: DavClient;
let room: PrincipalId;
let make: Awaited<ReturnType<typeof openBoard>>["make"];
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt, make } = board);
  app = test.app;
  nils = await test.client("nils");
  sara = await test.client("sara");
  room = await make({ name: "Stugan", rules: cabin() });
  return () => test.close();
});

const drawsOf = (id = room): Promise<readonly Draw[]> => app.storage.read((tx) => tx.draws.ofBookable(id));
async function theDraw(): Promise<Draw> {
  const [draw] = await drawsOf();
  return draw ?? expect.fail("no draw");
}
async function wish(client: DavClient, wishes: readonly { start: number; end: number }[], more: object = {}) {
  const drawId = (await theDraw()).id;
  return enterWishes(app, client.actor, { drawId, wishes, ...more });
}
const entries = async () => {
  const { id } = await theDraw();
  return app.storage.read((tx) => tx.draws.entries(id));
};
const bookings = () =>
  app.storage.read((tx) => tx.bookings.inRange(room, { start: 0, end: Number.MAX_SAFE_INTEGER }));
const jobs = new Map([
  [DRAW_JOB, runDraw],
  [PARTY_GONE_JOB, runPartyGone],
]);
const run = (runners: Parameters<typeof runJobs>[1] = jobs): Promise<void> =>
  runJobs(
    app,
    runners,
    () => undefined,
    () => false,
  );
const DRAWN = [DRAWN_NOTICE, drawnSender("https://snart.example")] as const;
const at = (instant: number): void => test.clock.advance(instant - app.now());
const reasonsFor = async (client: DavClient, time = EVE): Promise<unknown> => {
  const judged = await judgeWish(app, client.actor, { bookableId: room, ...time });
  return judged.ok && !judged.value.verdict.ok ? judged.value.verdict.reasons : [];
};

it("gives a time to who wished for it, by a draw that anybody can check", async () => {
  const first = await makeHousehold(app, elin.actor, "1201", ["bengt"]);
  const second = await makeHousehold(app, elin.actor, "1203", ["nils", "sara"]);
  const { commitment, seed } = await theDraw();
  expect(commitment).toBe(sha256(seed));
  for (const client of [bengt, nils]) expect(await wish(client, [EVE])).toMatchObject({ ok: true });
  // Sara changes what Nils wished for: they are one household.
  expect(await wish(sara, [EVE, LATER])).toMatchObject({ value: { kind: "entered" } });
  expect(await wish(bengt, [LATER, EVE])).toMatchObject({ value: { kind: "entered" } });
  expect((await entries()).map(({ partyId, askedBy }) => [partyId, askedBy])).toEqual(
    [
      [first, bengt.actor.principalId],
      [second, sara.actor.principalId],
    ].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
  await run();
  expect((await theDraw()).state, "it is not time yet").toBe("open");

  at(CLOSES);
  expect(await reasonsFor(bengt)).toMatchObject([{ kind: "byLot", isDue: true }, { kind: "notYet" }]);
  await run();
  const draw = await theDraw();
  expect(draw).toMatchObject({ state: "drawn", commitment, seed, drawnAt: CLOSES });
  const read = readDrawFile(JSON.parse(draw.file ?? ""));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  expect(verifyDraw(read.value, sha256)).toBeUndefined();
  expect(read.value.digest).toBe(draw.digest);
  expect(read.value.result).toMatchObject({ thing: "Stugan", commitment, period: { name: "Christmas" } });
  expect([...read.value.result.labels]).toEqual([
    [1, "1201"],
    [2, "1203"],
  ]);
  // Their first wishes do not meet: both are booked, in the names of who wished.
  const made = await bookings();
  expect(made.map(({ state, startsAt, partyId, bookedBy }) => [state, startsAt, partyId, bookedBy])).toEqual([
    ["confirmed", EVE.start, second, sara.actor.principalId],
    ["confirmed", LATER.start, first, bengt.actor.principalId],
  ]);
  expect((await entries()).map(({ state, got }) => [state, got])).toEqual([
    ["won", 1],
    ["won", 1],
  ]);
  expect((await examineBookings(app, false)).faults).toEqual([]);

  await runDraw(app, { payload: { drawId: draw.id } });
  expect(await theDraw(), "once").toEqual(draw);
  expect(await bookings()).toHaveLength(2);
});

it("tells winners and losers in their language, and wakes nobody", async () => {
  await app.storage.write((tx) =>
    tx.principals.update(nils.actor.principalId, { preferences: { language: "sv" } }),
  );
  for (const client of [bengt, nils, sara]) await wish(client, [EVE]);
  at(CLOSES);
  await run();
  expect(await sentMails(app, DRAWN), "at half past eleven at night").toEqual([]);
  at(CLOSES + 7.5 * HOUR - 1);
  expect(await sentMails(app, DRAWN), "before seven in the morning").toEqual([]);
  at(CLOSES + 7.5 * HOUR);
  const mails = await sentMails(app, DRAWN);
  expect(mails).toHaveLength(3);
  const [won] = await bookings();
  const winner = (await app.storage.read((tx) => tx.principals.byId(won?.bookedBy as PrincipalId)))?.login;
  for (const mail of mails) {
    const [isNils, isWinner] = [mail.includes("nils@example.com"), mail.includes(`${winner}@example.com`)];
    expect(mail).toContain(
      isWinner
        ? isNils
          ? "Du fick en tid i Stugan i lottningen"
          : "You got a time of Stugan in the draw"
        : isNils
          ? "Du fick ingen tid i Stugan i lottningen"
          : "You got no time of Stugan in the draw",
    );
    if (!isWinner) expect(mail).toMatch(isNils ? /26.*dec/ : /26 Dec/);
  }
});

describe("wishes", () => {
  it("are refused where the rules would never let them be booked", async () => {
    expect(await wish(bengt, [EVE, stay(23, 4)])).toMatchObject({
      value: { kind: "refused", at: 1, reasons: [{ kind: "tooLong" }] },
    });
    for (const wrong of [[stay(22, 2)], [stay(29, 2)], [EVE, EVE], [{ start: 5, end: 4 }]])
      expect(await wish(bengt, wrong)).toMatchObject({ problem: { code: "invalid-value", field: "wishes" } });
    const four = [EVE, LATER, stay(24, 1), stay(25, 1)];
    expect(await wish(bengt, four)).toMatchObject({ problem: { detail: "at most 3" } });
    const household = await makeHousehold(app, elin.actor, "1203", ["nils"]);
    expect(await wish(bengt, [EVE], { partyId: household })).toMatchObject({
      problem: { code: "forbidden" },
    });
    expect(await enterWishes(app, bengt.actor, { drawId: "none" as DrawId, wishes: [EVE] })).toMatchObject({
      problem: { code: "not-found" },
    });
    expect(await entries()).toEqual([]);
  });

  it("are taken from their opening until they close", async () => {
    const later = { ...PERIOD, opens: "2026-11-25T12:00" };
    await changeBookable(app, elin.actor, room, { rules: cabin({}, { periods: [later] }) });
    const opens = Date.parse("2026-11-25T11:00:00Z");
    const early = await wish(bengt, [EVE]);
    expect(early).toMatchObject({
      value: { kind: "refused", at: null, reasons: [{ kind: "byLot", opens }] },
    });
    at(opens);
    expect(await wish(bengt, [EVE])).toMatchObject({ value: { kind: "entered" } });
    at(CLOSES);
    expect(await wish(bengt, [])).toMatchObject({ value: { kind: "refused", reasons: [{ isDue: true }] } });
    expect(await entries()).toHaveLength(1);
    await run();
    expect(await wish(bengt, [EVE])).toMatchObject({ problem: { code: "not-found" } });
  });

  it("are withdrawn, and go with who is gone", async () => {
    const household = await makeHousehold(app, elin.actor, "1203", ["nils"]);
    for (const client of [bengt, nils, sara]) await wish(client, [EVE]);
    await wish(sara, []);
    expect(await entries()).toHaveLength(2);
    await removeHousehold(app, elin.actor, household);
    await run();
    expect((await entries()).map(({ partyId }) => partyId)).toEqual([bengt.actor.principalId]);
  });
});

describe("a draw", () => {
  it("is made when the server comes back, and nothing is booked before that", async () => {
    await wish(bengt, [EVE]);
    at(CLOSES + 12 * DAY);
    expect(await reasonsFor(nils)).toMatchObject([{ kind: "byLot", isDue: true }]);
    await run();
    expect(await theDraw()).toMatchObject({ state: "drawn", drawnAt: CLOSES + 12 * DAY });
    expect(await reasonsFor(nils)).toMatchObject([{ kind: "taken" }]);
    expect(await reasonsFor(nils, LATER), "what is left is booked as usual").toEqual([]);
  });

  it("is made once, if the process ends in the middle of it", async () => {
    for (const client of [bengt, nils]) await wish(client, [EVE]);
    at(CLOSES);
    let begun = 0;
    const broken = new Map([
      [
        DRAW_JOB,
        async (whole: App, job: Parameters<typeof runDraw>[1]): Promise<void> => {
          begun++;
          const storage: App["storage"] = {
            ...whole.storage,
            read: (work) => whole.storage.read(work),
            write: (work) =>
              whole.storage.write(async (tx) => {
                await work(tx);
                throw new Error("the power is cut before the commit");
              }),
          };
          await runDraw({ ...whole, storage }, job);
        },
      ],
    ]);
    await run(broken);
    expect(begun).toBe(1);
    expect(await theDraw()).toMatchObject({ state: "open", file: null });
    expect(await bookings()).toEqual([]);
    at(CLOSES + HOUR);
    const { id: drawId } = await theDraw();
    await Promise.all([run(), runDraw(app, { payload: { drawId } }), runDraw(app, { payload: { drawId } })]);
    const { digest } = await theDraw();
    expect(digest).not.toBeNull();
    expect(await bookings()).toHaveLength(1);
  });

  it("keeps its commitment and its wishes when the rules are written anew, and goes with its period", async () => {
    await wish(bengt, [EVE]);
    const before = await theDraw();
    const moved = { ...PERIOD, to: "2026-12-31", closes: "2026-12-05T12:00" };
    await changeBookable(app, elin.actor, room, { rules: cabin({}, { periods: [moved] }) });
    const closesAt = Date.parse("2026-12-05T11:00:00Z");
    expect(await drawsOf()).toEqual([{ ...before, periodTo: "2026-12-31", closesAt }]);
    expect(await entries()).toHaveLength(1);
    at(CLOSES);
    await run();
    expect((await theDraw()).state, "at its former day").toBe("open");
    at(closesAt);
    await run();
    expect((await theDraw()).state).toBe("drawn");
    const { draw: _, ...rest } = cabin();
    await changeBookable(app, elin.actor, room, { rules: rest });
    expect(
      (await drawsOf()).map(({ state }) => state),
      "what is drawn stays",
    ).toEqual(["drawn"]);
    const other = await make({
      name: "Båten",
      rules: cabin({}, { periods: [{ ...moved, closes: "2026-12-20T12:00" }] }),
    });
    expect(await drawsOf(other)).toHaveLength(1);
    await changeBookable(app, elin.actor, other, { rules: rest });
    expect(await drawsOf(other)).toEqual([]);
  });

  it.each(["none", "whenRuleBroken"])(
    "gives nothing that the rules do not let a party have any more, with approval %s",
    async (approval) => {
      const limits = [{ max: 1, of: "bookings", per: "upcoming", over: "this" }];
      await changeBookable(app, elin.actor, room, { rules: cabin({ limits, approval }) });
      for (const client of [bengt, nils]) await wish(client, [EVE]);
      // Bengt has his one booking before it is drawn.
      const before = { bookableId: room, ...stay(3, 1), key: "before" };
      expect(await book(app, bengt.actor, before)).toMatchObject({ value: { kind: "booked" } });
      at(CLOSES);
      await run();
      const read = readDrawFile(JSON.parse((await theDraw()).file ?? ""));
      const { applicants = [], result = [] } = read.ok ? read.value.result : {};
      expect(applicants.map(({ wishes }) => wishes[0]?.isAllowed)).toEqual([false, true]);
      expect(result.toSorted((a, b) => a.number - b.number)).toEqual([
        { number: 1, wish: null, unit: null },
        { number: 2, wish: 1, unit: 0 },
      ]);
      expect(read.ok && verifyDraw(read.value, sha256)).toBeUndefined();
    },
  );

  it("gives who had nothing more lots the next year", async () => {
    await changeBookable(app, elin.actor, room, { rules: cabin({}, { weight: "yearsSinceLast" }) });
    for (const client of [bengt, nils]) await wish(client, [EVE]);
    at(CLOSES);
    await run();
    const weights = async () => {
      const drawn = (await drawsOf()).at(-1);
      const read = readDrawFile(JSON.parse(drawn?.file ?? ""));
      return read.ok ? read.value.result : expect.fail("no file");
    };
    const first = await weights();
    expect(first.applicants.map(({ weight }) => weight)).toEqual([1, 1]);
    const winner = first.result[0]?.number;
    at(Date.parse("2028-11-01T12:00:00Z"));
    const next = {
      from: "2028-12-23",
      to: "2028-12-30",
      opens: "2028-10-01T00:00",
      closes: "2028-12-01T12:00",
    };
    await changeBookable(app, elin.actor, room, {
      rules: cabin({ opens: { before: "P3M" } }, { weight: "yearsSinceLast", periods: [next] }),
    });
    const [start, end] = [Date.UTC(2028, 11, 23, 14), Date.UTC(2028, 11, 26, 11)];
    const drawId = (await drawsOf()).at(-1)?.id ?? expect.fail("no draw");
    for (const { actor } of [bengt, nils, sara]) {
      const done = await enterWishes(app, actor, { drawId, wishes: [{ start, end }] });
      expect(done).toMatchObject({ value: { kind: "entered" } });
    }
    at(Date.parse("2028-12-01T11:00:00Z"));
    await run();
    // In the order of their names: the winner of 2026, who lost then, and who is new.
    const lots = (await weights()).applicants.map(({ weight }) => weight);
    expect(lots).toEqual([winner === 1 ? 2 : 3, winner === 2 ? 2 : 3, 1]);
  });
});

describe.each(sharedBackends)("a draw that two processes make at once on $name", (backend) => {
  it("is made once, and gives each time to one", async () => {
    const place = await backend.make();
    const [storage, other] = [await place.open(), await place.open()];
    const world = await openTestApp({ storage });
    try {
      const whole = world.app;
      const admin = await world.person("elin");
      await storage.write((tx) => tx.principals.update(admin.principalId, { isAdmin: true }));
      const board = await createGroup(
        whole,
        admin,
        "Board",
        new Map([[admin.principalId, { isManager: true }]]),
      );
      const managersId = board.ok ? board.value : expect.fail("no group");
      const fields = {
        type: "RESOURCE",
        managersId,
        labels: [],
        description: "",
        place: "",
        capacity: null,
      } as const;
      const made = await createBookable(whole, admin, { ...fields, name: "Stugan", rules: cabin() });
      const id = made.ok ? made.value : expect.fail("no cabin");
      const [draw] = await storage.read((tx) => tx.draws.ofBookable(id));
      const drawId = draw?.id ?? expect.fail("no draw");
      for (const name of ["ana", "bo", "cia", "dan"]) {
        const actor = await world.person(name);
        const done = await enterWishes(whole, actor, { drawId, wishes: [EVE, LATER] });
        expect(done).toMatchObject({ value: { kind: "entered" } });
      }
      world.clock.advance(CLOSES - whole.now());
      const job = { payload: { drawId } };
      await Promise.all([runDraw(whole, job), runDraw({ ...whole, storage: other }, job)]);
      const [drawn] = await storage.read((tx) => tx.draws.ofBookable(id));
      expect(drawn?.state).toBe("drawn");
      const known = await storage.read((tx) => tx.draws.entries(drawId));
      expect(known.map(({ state }) => state).toSorted()).toEqual(["lost", "lost", "won", "won"]);
      expect((await examineBookings(whole, false)).faults).toEqual([]);
    } finally {
      await world.close();
      await other.close();
      await place.drop();
    }
  });
});
