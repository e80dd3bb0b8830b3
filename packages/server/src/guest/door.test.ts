import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { displayOf } from "../app/displays/displays.ts";
import { makeLaundry } from "../testing/booking/open-board.ts";
import { LAUNDRY } from "../testing/booking/rules.ts";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import { startTestServer } from "../testing/http-server.ts";
import type { Answer } from "../testing/jmap-client.ts";
import { door } from "./door.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);

/** The first pass of Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const SEVEN = Date.parse("2026-11-23T06:00:00Z");
const TEN = SEVEN + 3 * HOUR;
const BOOK = { kind: "book", start: SEVEN, end: TEN, key: "k" };

let thing: string;
let token: string;
let household: string;
let pin: string;
beforeEach(async () => {
  thing = await makeLaundry(jmap, elin);
  const checkIn = { from: "PT15M", within: "PT30M", by: ["display"] };
  await rule({ checkIn });
  const made = await elin.call("Display/set", { create: { d: { name: "Door", bookableIds: [thing] } } });
  token = made.created.d.token as string;
  household = await makeHousehold("1203");
  ({ pin } = await elin.call("Household/pin", { householdId: household }));
});

const rule = (rules: object): Promise<Answer> =>
  elin.call("Bookable/set", { update: { [thing]: { rules: { ...LAUNDRY, ...rules } } } });
const makeHousehold = async (label: string): Promise<string> =>
  (await elin.call("Household/set", { create: { h: { label, name: "Sand" } } })).created.h.id as string;
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());
async function get(): Promise<Answer> {
  const display = await displayOf(jmap.app, token);
  if (!display) throw new Error("no display");
  return (await door(jmap.app, display, new Request("https://snart.test/door/x"))).json();
}
async function post(body: unknown, type = "application/json"): Promise<Answer> {
  const display = await displayOf(jmap.app, token);
  if (!display) throw new Error("no display");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": type };
  const request = new Request("https://snart.test/door/x", { method: "POST", headers, body: text });
  const response = await door(jmap.app, display, request);
  return { status: response.status, ...((await response.json()) as object) };
}
const act = (what: object, fields: object = {}): Promise<Answer> =>
  post({ thing, household: "lgh 1203", pin, act: what, ...fields });
const actByTag = (what: object, tag: string): Promise<Answer> => post({ thing, tag, act: what });
const TAG = "04 17:22-06";
const tagged = (isBlocked: boolean): Promise<Answer> =>
  elin.call("Household/set", { update: { [household]: { [`tags/${TAG}`]: { isBlocked } } } });
const bookings = () =>
  jmap.app.storage.read((tx) => tx.bookings.inRange(thing as never, { start: 0, end: 1e15 }));
const wrong = (): string => (pin === "1357" ? "1358" : "1357");

describe("a household at a door", () => {
  it("books, comes and is done, by its number and PIN, and others have the rest", async () => {
    until(SEVEN - 10 * MINUTE);
    const done = await act(BOOK);
    expect(done).toMatchObject({ status: 200, kind: "done", who: "1203 Sand", state: "confirmed", end: TEN });
    expect(await act(BOOK)).toMatchObject({ kind: "done", start: SEVEN });
    expect(await bookings()).toMatchObject([{ partyId: household, bookedBy: household, state: "confirmed" }]);
    expect(await act({ kind: "checkIn" })).toMatchObject({ kind: "done", state: "inUse" });
    until(SEVEN + HOUR);
    expect(await act({ kind: "finish" })).toMatchObject({ kind: "done", state: "done", end: SEVEN + HOUR });
    const wish = { bookableId: thing, start: "2026-11-23T07:00:00Z", end: "2026-11-23T09:00:00Z" };
    expect((await nils.call("Booking/set", { create: { k: wish } })).created?.k).toBeDefined();
    const entries = await jmap.app.storage.read((tx) => tx.audit.latest(9));
    const vias = entries.flatMap(({ action, detail }) => (detail?.["via"] === "kiosk" ? [action] : []));
    expect(vias).toEqual(["booking-finished", "booking-begun", "booking-made"]);
  });

  it("is refused by the same verdict as anywhere, with all reasons", async () => {
    await rule({ limits: [{ max: 1, of: "bookings", per: "upcoming", over: "this" }] });
    await act(BOOK);
    const next = { ...BOOK, start: TEN, end: TEN + 3 * HOUR, key: "l" };
    expect(await act(next)).toMatchObject({
      kind: "refused",
      who: "1203 Sand",
      reasons: [{ kind: "quota" }],
    });
  });

  it("may book what a group of its people may", async () => {
    const group = { name: "Members", members: { [nils.accountId]: { isManager: false } } };
    const { created } = await elin.call("Group/set", { create: { g: group } });
    await rule({ mayBook: [created.g.id] });
    expect(await act(BOOK)).toMatchObject({ status: 404 });
    await jmap.app.storage.write((tx) => tx.principals.addMember(household as never, nils.actor.principalId));
    expect(await act(BOOK)).toMatchObject({ kind: "done" });
  });

  it("is known by a tag, however it is written, as long as it is not blocked", async () => {
    await tagged(false);
    until(SEVEN - 10 * MINUTE);
    expect(await actByTag(BOOK, "04172206")).toMatchObject({ kind: "done", who: "1203 Sand" });
    expect(await bookings()).toMatchObject([{ partyId: household, bookedBy: household }]);
    expect(await actByTag({ kind: "checkIn" }, "0417 2206")).toMatchObject({ state: "inUse" });
    await tagged(true);
    const no = await actByTag({ kind: "finish" }, "04172206");
    expect(no).toEqual({ status: 401, code: "unknown-tag" });
    expect(await bookings()).toMatchObject([{ state: "inUse" }]);
  });

  it("comes later, and until then others have it", async () => {
    await act(BOOK);
    until(SEVEN + 10 * MINUTE);
    const later = { kind: "comeLater", start: SEVEN + HOUR };
    expect(await act({ ...later, start: SEVEN - HOUR })).toMatchObject({ code: "booking-not-now" });
    expect(await act({ ...later, start: TEN })).toMatchObject({ code: "booking-not-now" });
    expect(await act(later)).toMatchObject({ kind: "done", start: SEVEN + HOUR, end: TEN });
    expect(await bookings()).toMatchObject([{ startsAt: SEVEN + HOUR, state: "confirmed" }]);
    // The same again is nothing new.
    expect(await act(later)).toMatchObject({ code: "booking-not-now" });
  });

  it("accepts the house rules there before it books", async () => {
    const houseRules = {
      text: { en: "Clean the filter.", sv: "Rensa filtret." },
      version: 2,
      mustAccept: true,
    };
    await rule({ houseRules });
    const [shown] = (await get()).things;
    expect(shown.houseRules).toEqual({ text: houseRules.text, version: 2 });
    const asked = { kind: "refused", reasons: [{ kind: "rulesNotAccepted", version: 2 }] };
    expect(await act(BOOK)).toMatchObject(asked);
    expect(await act({ ...BOOK, acceptedRules: 1 })).toMatchObject(asked);
    // Nobody was refused.
    const month = { bookableId: thing, month: "2026-11" };
    expect((await elin.call("Bookable/report", month)).reasons).toEqual([]);
    expect(await act({ ...BOOK, acceptedRules: 2 })).toMatchObject({ kind: "done" });
    await rule({ houseRules: { ...houseRules, mustAccept: false } });
    expect((await get()).things[0].houseRules).toBeNull();
  });

  it("says nothing of another household's booking", async () => {
    const other = await makeHousehold("1104");
    const { pin: theirs } = await elin.call("Household/pin", { householdId: other });
    await act(BOOK);
    until(SEVEN);
    const not = { household: "1104", pin: theirs };
    expect(await act({ kind: "checkIn" }, not)).toMatchObject({ status: 409, code: "booking-not-now" });
    expect(await act({ kind: "finish" }, not)).toMatchObject({ status: 409, code: "booking-not-now" });
  });
});

describe("a hostile hand at a door", () => {
  it("learns nothing from a wrong PIN, an unknown flat or one without a PIN, and waits after five tries", async () => {
    await makeHousehold("1301");
    for (const flat of ["9999", "1301"])
      expect(await act(BOOK, { household: flat })).toMatchObject({ status: 401, code: "wrong-pin" });
    for (let n = 0; n < 4; n++) {
      const guess = `${Number(wrong()) + n * 3}`;
      expect(await act(BOOK, { pin: guess === pin ? "86420" : guess })).toMatchObject({ status: 401 });
    }
    const last = await act(BOOK, { pin: "97531" });
    expect([401, 429]).toContain(last.status);
    expect(await act(BOOK)).toMatchObject({ status: 429, code: "too-many-attempts" });
    expect(await bookings()).toEqual([]);
    until(jmap.app.now() + 16 * MINUTE);
    expect(await act(BOOK)).toMatchObject({ kind: "done" });
  });

  it("finds no tag by trying, and after twenty the door waits for everybody", async () => {
    await tagged(false);
    const most = jmap.app.limits.pinAttemptsPerDoor;
    for (let n = 0; n < most; n++)
      expect([401, 429]).toContain((await actByTag(BOOK, `0999${String(1_000 + n)}`)).status);
    expect(await actByTag(BOOK, "04172206")).toMatchObject({ status: 429, code: "too-many-attempts" });
    expect(await act(BOOK)).toMatchObject({ status: 429 });
    expect(await bookings()).toEqual([]);
  });

  it("is nobody by a tag and a PIN together, or by neither", async () => {
    await tagged(false);
    expect(await act(BOOK, { tag: "04172206" })).toMatchObject({ status: 400, code: "malformed-request" });
    expect(await post({ thing, act: BOOK })).toMatchObject({ status: 400, code: "malformed-request" });
    expect(await post({ thing, household: "1203", act: BOOK })).toMatchObject({ status: 400 });
  });

  it("does nothing with what the display does not show", async () => {
    const { created } = await elin.call("Bookable/set", {
      create: {
        b: { name: "Sauna", type: "ROOM", managersId: (await room()).managersId, rules: LAUNDRY },
      },
    });
    expect(await act(BOOK, { thing: created.b.id })).toMatchObject({ status: 404, code: "not-found" });
  });

  it.each([
    ["no JSON", "{", "application/json"],
    ["a form", "thing=x", "application/x-www-form-urlencoded"],
    ["a text", "{}", "text/plain"],
    ["nothing", "", "application/json"],
    ["null", "null", "application/json"],
    ["a list", "[]", "application/json"],
    ["deep lists", "[".repeat(10_000), "application/json"],
    ["a prototype", '{"__proto__":{"act":{"kind":"finish"}}}', "application/json"],
  ])("is refused with %s", async (_, body, type) => {
    expect(await post(body, type)).toMatchObject({ status: 400, code: "malformed-request" });
  });

  it.each([
    ["a long PIN", { pin: "1".repeat(21) }],
    ["a long number", { household: "1".repeat(101) }],
    ["no act", { act: undefined }],
    ["another act", { act: { kind: "remove" } }],
    ["no moments", { act: { ...BOOK, start: 0.5 } }],
    ["no moment to come", { act: { kind: "comeLater" } }],
    ["a version that is none", { act: { ...BOOK, acceptedRules: -1 } }],
    ["an empty tag", { household: undefined, pin: undefined, tag: "" }],
    ["a long tag", { household: undefined, pin: undefined, tag: "1".repeat(101) }],
    ["moments out of range", { act: { ...BOOK, end: 1e300 } }],
    ["more", { isAdmin: true }],
  ])("is refused with %s", async (_, fields) => {
    expect(await act(BOOK, fields)).toMatchObject({ status: 400, code: "malformed-request" });
  });

  it("is told the same of an unknown link and of one that was taken away, and no body is too long to be refused", async () => {
    const server = await startTestServer();
    try {
      const json = { "content-type": "application/json" };
      for (const path of ["/door/x", `/door/${"x".repeat(5_000)}`, `/door/${token}`]) {
        expect(await (await server.fetch(path)).json()).toEqual({ code: "not-found" });
        const sent = await server.fetch(path, { method: "POST", headers: json, body: "{}" });
        expect(await sent.json()).toEqual({ code: "not-found" });
      }
      const long = { method: "POST", headers: json, body: "x".repeat(70_000) };
      expect((await server.fetch("/door/x", long)).status).toBe(413);
    } finally {
      await server.stop();
    }
  });
});

const room = async (): Promise<Answer> => (await elin.call("Bookable/get", { ids: [thing] })).list[0];
