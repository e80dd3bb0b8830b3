import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { eventType, guestForm, MONDAY_NINE, openPage, pageFor } from "../../../testing/booking/open-page.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import { ANY_TIME, LAUNDRY } from "../../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { removeBookable } from "../../bookings/remove-bookable.ts";
import type { BookingPage, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { createThingPage } from "../thing-page.ts";
import { whyNot } from "../why-not.ts";

const SEVEN = MONDAY_NINE - 2 * HOUR;

let test: TestApp;
let board: Actor;
let make: Awaited<ReturnType<typeof bookableMaker>>;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  board = { ...(await test.person("board")), isAdmin: true };
  make = await bookableMaker(test.app, board);
  return () => test.close();
});

async function thingPage(id: PrincipalId): Promise<BookingPage> {
  const managersId = await test.app.storage.read(async (tx) => (await tx.bookables.byId(id))?.managersId);
  const made = managersId && (await createThingPage(test.app, board, managersId, id));
  if (!made?.ok) throw new Error("no page");
  return made.value;
}
async function asks(page: BookingPage, start: number, length: number, actor = board) {
  const typeId = page.types[0]?.id ?? "";
  const said = await whyNot(test.app, actor, page.id, { typeId, start, length });
  if (!said.ok) throw new Error(said.problem.code);
  return said.value;
}
async function books(page: BookingPage, start: number, length: number): Promise<void> {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(test.app, found, asked, guestForm({ start, length }), "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
}

describe("why a thing that a house lends is not offered", () => {
  const PASS = 3 * HOUR;

  it("is said with every reason that its rules give, as long as it is not offered", async () => {
    const rules = { ...LAUNDRY, opens: { before: "P7D" }, closesBefore: "PT2H" };
    const sauna = await make({ name: "Sauna", rules });
    const page = await thingPage(sauna);
    expect(await asks(page, SEVEN, PASS)).toMatchObject({ isOffered: true, reasons: [], things: [] });
    await books(page, SEVEN, PASS);
    const thing = { id: sauna, name: "Sauna", isGuests: true, of: "rules", mode: "slots" };
    expect(await asks(page, SEVEN, PASS)).toMatchObject({
      isOffered: false,
      reasons: [{ kind: "noRoom" }],
      things: [{ ...thing, reasons: [{ kind: "taken", until: SEVEN + PASS }] }],
    });
    const between = await asks(page, SEVEN + HOUR, PASS);
    expect(between.things[0]?.reasons.map(({ kind }) => kind)).toEqual(["offGrid", "taken"]);
    const later = await asks(page, SEVEN + 14 * 24 * HOUR, PASS);
    expect(later.things).toMatchObject([{ reasons: [{ kind: "notYet" }] }]);
  });

  it("is said of what is taken out of use, and of what says no to everybody", async () => {
    const sauna = await make({ name: "Sauna", rules: LAUNDRY });
    const page = await thingPage(sauna);
    await test.app.storage.write((tx) => tx.bookables.update(sauna, { answerMode: "decline-always" }));
    expect((await asks(page, SEVEN, PASS)).things).toMatchObject([{ of: "declines", reasons: [] }]);
    await removeBookable(test.app, board, sauna);
    expect((await asks(page, SEVEN, PASS)).things).toMatchObject([{ of: "gone", reasons: [] }]);
  });
});

describe("why a room that a host needs is not there", () => {
  it("is told to the one for whom it would be booked, with what its rules say of them", async () => {
    const elin = await test.person("elin");
    const blue = await make({ name: "Blue", rules: { ...ANY_TIME, lengths: { min: "PT1H", max: "PT3H" } } });
    const rooms = { anyOf: [blue], required: true };
    const page = await openPage(test.app, elin, eventType([elin.principalId], { rooms }));
    const said = await asks(page, MONDAY_NINE, HOUR / 2, elin);
    expect(said).toMatchObject({
      reasons: [{ kind: "noRoom", rooms: [blue] }],
      things: [{ id: blue, isGuests: false, of: "rules", reasons: [{ kind: "tooShort", least: 60 }] }],
    });
    await test.app.storage.write((tx) => tx.bookables.update(blue, { answerMode: "none" }));
    expect((await asks(page, MONDAY_NINE, HOUR / 2, elin)).things).toMatchObject([{ of: "rules" }]);
    await expect(asks(page, MONDAY_NINE, HOUR / 2)).rejects.toThrow("not-found");
  });
});
