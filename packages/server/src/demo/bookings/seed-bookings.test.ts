import { afterEach, describe, expect, it } from "vitest";
import { dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { mintActor, type Actor } from "../../app/actor.ts";
import { boardsOf } from "../../app/bookings/board.ts";
import { listBookables } from "../../app/bookings/bookables.ts";
import { examineBookings } from "../../app/bookings/examine-bookings.ts";
import { waitingRequests } from "../../app/bookings/requests.ts";
import { openTestDav } from "../../testing/test-dav.ts";
import { DEMO_PEOPLE, seedDemo } from "../seed.ts";
import { seedBookings } from "./seed-bookings.ts";

const DAY = 86_400_000;
const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
let test: Awaited<ReturnType<typeof openTestDav>>;
afterEach(() => test.close());

/** The demonstration, some days after the test's own Friday. */
async function seeded(language: "en-GB" | "sv", days = 0) {
  test = await openTestDav();
  test.clock.advance(days * DAY);
  const { app } = test;
  await seedDemo(app, app.now(), "lampa-gran-7-fjord");
  const { email } = DEMO_PEOPLE[0] ?? expect.fail("nobody is there");
  await seedBookings(app, app.now(), "lampa-gran-7-fjord", { email, language });
  const actorOf = async (email: string): Promise<Actor> => {
    const principal = await app.storage.read((tx) => tx.principals.byEmail(email));
    if (!principal) return expect.fail(`nobody is ${email}`);
    const { id: principalId, login, isAdmin } = principal;
    return mintActor({ principalId, login, isAdmin, via: "command-line", proof: "test" });
  };
  const admin = await actorOf(email);
  const things = new Map(
    (await listBookables(app, admin)).map(({ principal: { id, displayName } }) => [displayName, id]),
  );
  return { app, admin, actorOf, things };
}

describe("the demonstration of bookings", () => {
  it("shows on the boards what is booked, and the doctor finds nothing", async () => {
    const { app, actorOf, things, admin } = await seeded("en-GB");
    expect([...things.keys()].toSorted()).toEqual([
      "Canoes 1–4",
      "Cargo bike",
      "Company car",
      "Guest flat",
      "Laundry room",
      "Sauna",
      "The Cabin",
      "The Library",
      "The Loft",
      "The Phone Booth",
      "The Studio",
      "The Workshop",
    ]);
    const laundry = things.get("Laundry room") ?? expect.fail("no laundry room");
    const tomorrow = dayOf(zone.toLocal(app.now())) + 1;
    const lind = await actorOf("karin.lind@tallkotten.example");
    const boards = await boardsOf(app, lind, [laundry], { first: tomorrow, count: 1 });
    const slots = boards.ok ? (boards.value[0]?.slots ?? []).map(({ state, who }) => [state, who]) : [];
    // Two of two are booked: what is free is refused to them.
    expect(slots).toEqual([
      ["refused", null],
      ["yours", "1101 Lind"],
      ["taken", "1201 Berg"],
      ["refused", null],
      ["refused", null],
    ]);
    expect((await examineBookings(app, false)).faults).toEqual([]);
    // Of what the rules refuse, release and keep in line there is one of each.
    const states = async (name: string) => {
      const id = things.get(name) ?? expect.fail(name);
      const all = await app.storage.read((tx) => tx.bookings.inRange(id, { start: 0, end: 8e15 }));
      return all.map(({ state }) => state);
    };
    expect(await states("Laundry room")).toContain("released");
    expect((await states("Guest flat")).toSorted()).toEqual(["confirmed", "refused", "requested"]);
    expect(await states("Canoes 1–4")).toEqual(["confirmed", "confirmed", "confirmed"]);
    expect(await states("The Loft")).toHaveLength(7);
    const waiting = await waitingRequests(app, admin);
    expect(waiting.map(({ bookable }) => bookable.displayName).toSorted()).toEqual([
      "Guest flat",
      "The Studio",
    ]);
  });

  it("is the same in Swedish, and on any day of the week", async () => {
    for (const days of [0, 1, 2]) {
      const { app, things } = await seeded("sv", days);
      expect(things.has("Tvättstugan") && things.has("Kanoterna 1–4") && things.has("Ateljén")).toBe(true);
      expect((await examineBookings(app, false)).faults).toEqual([]);
      if (days < 2) await test.close();
    }
  });
});
